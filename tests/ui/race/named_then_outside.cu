// raceproof: --block-dim 128
// The barriers of two warps say nothing to the threads of the others.
__global__ void sums(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid]; //~ RACE
    for (int step = 32; step > 0; step /= 2) {
      __barrier_sync_count(1, 64);
      if (tid < step) {
        s[tid] += s[tid + step]; //~ RACE
      }
    }
    __barrier_sync_count(1, 64);
  }
  out[tid] = s[0]; //~ RACE
}
