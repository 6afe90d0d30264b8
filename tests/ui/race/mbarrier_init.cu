// raceproof: --block-dim 128 -arch=sm_80
// Nothing makes the others wait until the barrier is set up.
#include <cuda_awbarrier_primitives.h>

__global__ void reverse(float* out, const float* in) {
  __shared__ __mbarrier_t bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    __mbarrier_init(&bar, 128); //~ RACE
  }
  s[tid] = in[tid]; //~ RACE?
  auto token = __mbarrier_arrive(&bar); //~ RACE
  while (!__mbarrier_test_wait(&bar, token)) { //~ RACE
  }
  out[tid] = s[127 - tid]; //~ RACE?
}
