// raceproof: --block-dim 64
// The vote is among the lanes that happen to be together.
__global__ void own(int* out, const int* in) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  unsigned m = __ballot_sync(__activemask(), tid % 4 < 2);
  if (tid % 4 < 2) {
    s[tid] = in[tid]; //~ RACE
    __syncwarp(m);
    out[tid] = s[tid ^ 1]; //~ RACE
  }
}
