#include "device.h"
__global__ void irreducible(int *a, bool c, int n) {
  int i = 0;
  if (c) goto second;
first:
  a[i] = 1;
  ++i;
second:
  a[i] = 2;
  ++i;
  if (i < n) goto first;
}
__global__ void loop_entered_at_one_place(int *a, int n) {
  int i = 0;
again:
  a[i++] = 1;
  if (i < n) goto again;
}
__global__ void nested(int *a, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      if (a[j] == 3) break;
      if (a[j] == 4) return;
      __syncthreads();
    }
    a[i] = 0;
  }
  a[n] = 1;
}
__global__ void continues(int *a, int n) {
  for (int i = 0; i < n;) {
    if (a[i] == 0) continue;
    if (a[i] == 1) { ++i; continue; }
    a[i++] = 2;
  }
}
__global__ void switch_cases(int *a, int k) {
  switch (k) {
  case 0: a[0] = 1; break;
  case 1:
  case 2: __syncthreads(); break;
  case 5: __syncthreads(); [[fallthrough]];
  default: a[1] = 2;
  }
}
__global__ void same_barrier_twice(int *a) {
  a[threadIdx.x] = 1;
  __syncthreads();
  __syncthreads();
  a[threadIdx.x + 1] = 1;
}
__global__ void endless(volatile int *a) { for (;;) *a = 1; }
