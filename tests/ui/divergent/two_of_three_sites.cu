// raceproof: --block-dim 96
// Barrier 0 without alignment, and a third of the block waits nowhere.
__global__ void meet(float* out, const float* in) {
  __shared__ float s[96];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  if (tid < 32) {
    __barrier_sync(0); //~ DIVERGENT
  } else if (tid < 64) {
    __barrier_sync(0);
  }
  out[tid] = s[tid];
}
