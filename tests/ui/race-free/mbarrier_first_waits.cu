// raceproof: --block-dim 64 -arch=sm_90
// One lane waits for its warp, which waits for it.
#include <cuda_awbarrier_primitives.h>

__device__ void wait(__mbarrier_t* bar, unsigned parity) {
  while (!__mbarrier_try_wait_parity(bar, parity & 1, 1000)) {
  }
}

__global__ void pass(float* out, const float* in) {
  __shared__ __mbarrier_t bar;
  __shared__ float s[32];
  unsigned lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    __mbarrier_init(&bar, 32);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    s[lane] = in[lane];
    __mbarrier_arrive(&bar);
  } else {
    if (lane == 0) {
      wait(&bar, 0);
    }
    __syncwarp();
    out[lane] = s[31 - lane];
  }
}
