// raceproof: --block-dim 100
// Rounding up is right, but the barrier is gone.
__global__ void reduce(float* out, const float* in) {
  __shared__ float s[100];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  int left = blockDim.x;
  while (left > 1) {
    int half = (left + 1) / 2;
    if (tid < left - half) {
      s[tid] += s[tid + half]; //~ RACE
    }
    left = half;
  }
  if (tid == 0) {
    out[0] = s[0];
  }
}
