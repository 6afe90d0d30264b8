// With the contract every length on the way down is even.
__global__ void reduce(float* out, const float* in) {
  __requires((blockDim.x & (blockDim.x - 1)) == 0);
  extern __shared__ float s[];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int left = blockDim.x; left > 1;) {
    int half = left / 2;
    if (tid < left - half) {
      s[tid] += s[tid + half];
    }
    __syncthreads();
    left = half;
  }
  if (tid == 0) {
    out[0] = s[0];
  }
}
