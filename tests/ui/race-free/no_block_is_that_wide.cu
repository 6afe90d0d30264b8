// Blocks have at most 1024 threads: none has 64 columns and 64 rows.
__global__ void wide(int* out) {
  __shared__ int s[1];
  if (blockDim.x >= 64 && blockDim.y >= 64) {
    s[0] = threadIdx.x;
  }
  __syncthreads();
  out[threadIdx.x + threadIdx.y * blockDim.x + (blockDim.x * blockDim.y) * blockIdx.x] = s[0];
}
