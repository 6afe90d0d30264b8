#include "device.h"
__global__ void restrict_across_barrier(const float *__restrict__ in, float *__restrict__ out) {
  float before = in[0];
  out[threadIdx.x] = before;
  __syncthreads();
  out[threadIdx.x + 32] = in[0];
}
__global__ void unused_load(int *a) {
  int unused = a[threadIdx.x + 1];
  a[threadIdx.x] = 1;
}
__global__ void overwritten_store(int *a) {
  a[0] = threadIdx.x;
  a[0] = 7;
}
__global__ void write_back(int *a) {
  int x = a[threadIdx.x + 1];
  a[threadIdx.x + 1] = x;
}
__global__ void two_barriers(int *a) {
  if (threadIdx.x == 0) __syncthreads(); else __syncthreads();
  a[threadIdx.x] = 1;
}
