// Barriers under conditions and bounds that all threads of a block share.
__global__ void uniform(float* out, const float* in, int n) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  float v = in[blockIdx.x * blockDim.x + tid];
  if (n > 5) {
    s[tid] = v;
    __syncthreads();
    v += s[blockDim.x - 1 - tid];
  }
  if (blockIdx.x % 2 == 0) {
    __syncthreads();
    s[tid] = 2.0f * v;
    __syncthreads();
    v += s[blockDim.x - 1 - tid];
  }
  for (int i = 0; i < (int)blockIdx.x; i++) {
    __syncthreads();
    s[tid] = v + i;
    __syncthreads();
    v += s[blockDim.x - 1 - tid];
  }
  out[blockIdx.x * blockDim.x + tid] = v;
}
