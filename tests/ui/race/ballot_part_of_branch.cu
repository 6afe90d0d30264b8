// raceproof: --block-dim 64
// Of the lanes that share cells, only every second one waits.
__global__ void evens(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, tid % 4 == 0);
  if (tid % 2 == 0) {
    s[tid] = in[tid]; //~ RACE
    if (tid % 4 == 0) __syncwarp(mask);
    out[tid] = s[tid ^ 2]; //~ RACE
  }
}
