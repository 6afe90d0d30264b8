// raceproof: --block-dim 64
// No thread goes on behind a trap.
#include <assert.h>
#include <stdio.h>

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

__global__ void told_before(int* out, int* error, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  if (threadIdx.x == n) {
    if (n > 5) {
      atomicExch(error, 1);
    }
    __trap();
  }
  __syncthreads();
  if (threadIdx.x == n) {
    out[0] = blockIdx.x;
  }
  out[1 + blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void told_in_a_loop(int* out, int* error, int n) {
  __shared__ int s[64];
  for (int i = 0; i < n; ++i) {
    s[threadIdx.x] = i;
    if (threadIdx.x == i) {
      atomicExch(error, i);
      asm volatile("trap;");
    }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
    __syncthreads();
  }
}

__global__ void never_goes_on(int* out) {
  if (threadIdx.x == 0) {
    printf("not for this device");
  }
  __trap();
  out[0] = threadIdx.x;
}
