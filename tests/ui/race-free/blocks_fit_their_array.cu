// No block has more than 32 threads, whose last one would leave the array: so all are lanes of one warp.
__global__ void rotated(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = blockIdx.x;
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}

// In the first iteration each thread comes to its cell.
__global__ void summed(int* out, const int* in, int n) {
  __shared__ int s[32];
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    s[31 - threadIdx.x] = in[(4 * blockIdx.x + i) * blockDim.x + threadIdx.x];
    __syncwarp();
    sum += s[31 - (threadIdx.x ^ 1) % blockDim.x];
    __syncwarp();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum + n;
}

// Threads would meet where the array has ended.
__global__ void behind(const int *in, int *out)
{
    __shared__ int s[256];
    int t = threadIdx.x;
    s[t < 256 ? t : 256] = in[t];
    __syncthreads();
    out[t] = s[t & 255];
}
