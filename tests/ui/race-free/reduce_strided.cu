// Even multiples of step are written, odd ones are read.
__global__ void reduce(float* out, const float* in) {
  extern __shared__ float s[];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned i = 2 * step * tid;
    if (i < blockDim.x) {
      s[i] += s[i + step];
    }
    __syncthreads();
  }
  if (tid == 0) {
    out[blockIdx.x] = s[0];
  }
}
