// raceproof: -arch=sm_80
// For half of the block only.
#include <cuda_awbarrier_primitives.h>

__global__ void reverse(float* out, const float* in) {
  __shared__ __mbarrier_t bar;
  extern __shared__ float s[];
  unsigned tid = threadIdx.x;
  if (tid == 0) {
    __mbarrier_init(&bar, blockDim.x / 2);
  }
  __syncthreads();
  s[tid] = in[tid]; //~ RACE
  auto token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[tid] = s[blockDim.x - 1 - tid]; //~ RACE
}
