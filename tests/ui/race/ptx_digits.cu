// The digit leaves out the thread's lowest bit, so that two threads share a cell.
__device__ unsigned digit(unsigned key, unsigned place, unsigned bits) {
  unsigned r;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(key), "r"(place), "r"(bits));
  return r;
}

__global__ void __launch_bounds__(128) scatter(const unsigned *in, unsigned *out) {
  __shared__ unsigned cells[128];
  cells[digit(threadIdx.x, 1, 7)] = in[threadIdx.x]; //~ RACE
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = cells[127 - threadIdx.x];
}
