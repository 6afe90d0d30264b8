// raceproof: -arch=sm_80
// For blocks of any size: as many arrivals as the block has threads.
#include <cuda_awbarrier_primitives.h>

__global__ void reverse(float* out, const float* in) {
  __shared__ __mbarrier_t bar;
  extern __shared__ float s[];
  unsigned tid = threadIdx.x;
  if (tid == 0) {
    __mbarrier_init(&bar, blockDim.x);
  }
  __syncthreads();
  s[tid] = in[tid];
  auto token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[tid] = s[blockDim.x - 1 - tid];
}
