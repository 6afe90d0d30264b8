// raceproof: --block-dim 64
// The vote is about another condition than the branch.
__global__ void evens(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, tid % 4 == 0);
  if (tid % 2 == 0) {
    s[tid] = in[tid]; //~ RACE
    __syncwarp(mask); //~ DIVERGENT
    out[tid] = s[tid ^ 2]; //~ RACE
  }
}
