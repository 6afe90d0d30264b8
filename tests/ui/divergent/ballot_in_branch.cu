// raceproof: --block-dim 64
// The lanes of the branch alone vote, and all are waited for.
__global__ void evens(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid % 2 == 0) {
    unsigned mask = __ballot_sync(0xffffffffu, 1); //~ DIVERGENT
    s[tid] = in[tid];
    __syncwarp(mask);
    out[tid] = s[tid ^ 2];
  }
}
