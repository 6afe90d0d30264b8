// The first lanes of the first warp, as many as there are warps, wait for each other between reading and writing: their mask is
// the low half of a number of 64 bits.
__global__ void sum_of_block(float* out, const float* in, int n) {
  extern __shared__ float sums[];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[blockIdx.x * n + i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  unsigned long long lower = (1ull << (blockDim.x / 32)) - 1;
  if (threadIdx.x < 32) {
    unsigned lane = threadIdx.x % 32;
    if (lane < blockDim.x / 32) {
      float of_warp = 0;
      for (int i = 0; i < 32; ++i) of_warp += sums[lane * 32 + i];
      __syncwarp(lower);
      sums[lane] = of_warp;
    }
  }
  __syncthreads();
  float all = 0;
  for (int i = 0; i < blockDim.x / 32; ++i) all += sums[i];
  if (threadIdx.x == 0) out[blockIdx.x] = all;
}

void launch(float* out, const float* in, int n, int warps) {
  sum_of_block<<<16, 32 * warps, 128 * warps>>>(out, in, n);
}
