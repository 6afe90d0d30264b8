// A digit of a key, cut out by inline PTX, names the row of counters; the column is the thread's.
__device__ unsigned digit(unsigned key, unsigned place, unsigned bits) {
  unsigned r;
  asm volatile("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(key), "r"(place), "r"(bits));
  return r;
}

__global__ void __launch_bounds__(128) count(const unsigned *keys, unsigned *out, int n) {
  __shared__ unsigned counters[16][128];
  for (int i = 0; i < 16; i++) counters[i][threadIdx.x] = 0;
  for (int i = 0; i < n; i++) counters[digit(keys[i], 4, 4)][threadIdx.x]++;
  __syncthreads();
  unsigned sum = 0;
  for (int i = 0; i < blockDim.x; i++) sum += counters[threadIdx.x % 16][i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
