// raceproof: --block-dim 128 -arch=sm_90
// One barrier, once in each iteration: room is not waited for.
#include <cuda_awbarrier_primitives.h>

__device__ void wait(__mbarrier_t* bar, unsigned parity) {
  while (!__mbarrier_try_wait_parity(bar, parity & 1, 1000)) {
  }
}

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ __mbarrier_t bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    __mbarrier_init(&bar, 128);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    s[tid] = in[k * 128 + tid]; //~ RACE
    __mbarrier_arrive(&bar);
    wait(&bar, 0);
    sum += s[127 - tid]; //~ RACE
  }
  out[tid] = sum;
}
