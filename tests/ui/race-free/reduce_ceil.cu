// left - half <= half for every length: written and read elements never meet.
__global__ void reduce(float* out, const float* in) {
  extern __shared__ float s[];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  int left = blockDim.x;
  while (left > 1) {
    int half = (left + 1) / 2;
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
