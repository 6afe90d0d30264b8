// raceproof: --block-dim 64
// No thread goes on behind a trap.
#include <assert.h>

__global__ void by_function(int* out, int n) {
  if (n > 0) {
    __trap();
  }
  if (n > 0) {
    out[0] = threadIdx.x;
  }
}

__global__ void by_assembly(int* out, int n) {
  if (n > 0) {
    asm volatile("trap;");
  }
  if (n > 0) {
    out[0] = threadIdx.x;
  }
}

__global__ void behind_a_store(int* out, int n) {
  out[blockIdx.x * 64 + threadIdx.x] = 1;
  if (threadIdx.x > 0) {
    asm volatile("brkpt;");
  }
  assert(blockIdx.x == 0);
  out[0] = threadIdx.x;
}

__global__ void in_a_loop(int* out, int n) {
  for (int i = 0; i < n; ++i) {
    if (i > 0) {
      __trap();
    }
    out[64 * (blockIdx.x + i * gridDim.x * threadIdx.x) + threadIdx.x] = i;
  }
}

__global__ void at_barriers(int* out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  if (threadIdx.x == n) {
    asm volatile("trap;");
  }
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}
