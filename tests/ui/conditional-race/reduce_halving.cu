// Free if blockDim.x is a power of two: only then every length on the way is even.
__global__ void reduce(float* out, const float* in) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int left = blockDim.x; left > 1;) {
    int half = left / 2;
    if (tid < left - half) {
      s[tid] += s[tid + half]; //~ RACE
    }
    __syncthreads();
    left = half;
  }
  if (tid == 0) {
    out[0] = s[0];
  }
}
