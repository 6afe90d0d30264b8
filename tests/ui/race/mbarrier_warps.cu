// raceproof: --block-dim 128 -arch=sm_90
// One lane of each consuming warp arrives, and does not wait for the others.
#include <cuda_awbarrier_primitives.h>

__device__ void wait(__mbarrier_t* bar, unsigned parity) {
  while (!__mbarrier_try_wait_parity(bar, parity & 1, 1000)) {
  }
}

constexpr unsigned S = 2;

__global__ void ring(float* out, const float* in, unsigned n) {
  __shared__ __mbarrier_t full[S], empty[S];
  __shared__ float buffer[S][32];
  unsigned lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < S; i++) {
      __mbarrier_init(&full[i], 32);
      __mbarrier_init(&empty[i], 3);
    }
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (unsigned k = 0; k < n; k++) {
      wait(&empty[k % S], (k / S) ^ 1);
      buffer[k % S][lane] = in[k * 32 + lane]; //~ RACE
      __mbarrier_arrive(&full[k % S]);
    }
  } else {
    float sum = 0;
    for (unsigned k = 0; k < n; k++) {
      wait(&full[k % S], k / S);
      sum += buffer[k % S][31 - lane]; //~ RACE
      if (lane == 0) {
        __mbarrier_arrive(&empty[k % S]);
      }
    }
    out[threadIdx.x] = sum;
  }
}
