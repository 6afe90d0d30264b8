// raceproof: --block-dim 128
// Two warps agree among themselves in each round, and with the others at the end.
__global__ void sums(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid];
    for (int step = 32; step > 0; step /= 2) {
      __barrier_sync_count(1, 64);
      if (tid < step) {
        s[tid] += s[tid + step];
      }
    }
  }
  __syncthreads();
  out[tid] = s[0];
}
