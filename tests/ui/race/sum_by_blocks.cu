// A reduction: all blocks write one cell, and there are several. The twin is conditional-race/sum_by_one_block.cu.
__global__ void sum(const int *in, int *out, int n) {
  __shared__ int part[32];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < blockDim.x / 32; i++) sum += part[i];
    out[0] = sum; //~ RACE
  }
}

void run(const int *in, int *out, int n) { sum<<<(n + 255) / 256, 256>>>(in, out, n); }
