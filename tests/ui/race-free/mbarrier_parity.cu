// raceproof: --block-dim 128 -arch=sm_90
// The parity of a phase is that of the iteration.
#include <cuda_awbarrier_primitives.h>

__device__ void wait(__mbarrier_t* bar, unsigned parity) {
  while (!__mbarrier_try_wait_parity(bar, parity & 1, 1000)) {
  }
}

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ __mbarrier_t ready, used;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    __mbarrier_init(&ready, 128);
    __mbarrier_init(&used, 128);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    s[tid] = in[k * 128 + tid];
    __mbarrier_arrive(&ready);
    wait(&ready, k);
    sum += s[127 - tid];
    __mbarrier_arrive(&used);
    wait(&used, k);
  }
  out[tid] = sum;
}
