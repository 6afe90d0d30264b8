// raceproof: --block-dim 128 -arch=sm_80
// The barrier opens one arrival too early.
#include <cuda_awbarrier_primitives.h>

__global__ void reverse(float* out, const float* in) {
  __shared__ __mbarrier_t bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    __mbarrier_init(&bar, 127);
  }
  __syncthreads();
  s[tid] = in[tid]; //~ RACE
  auto token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[tid] = s[127 - tid]; //~ RACE
}
