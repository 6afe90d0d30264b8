// raceproof: --block-dim 64 -arch=sm_90
// The ring has any number of stages.
#include <cuda_awbarrier_primitives.h>

__device__ void wait(__mbarrier_t* bar, unsigned parity) {
  while (!__mbarrier_try_wait_parity(bar, parity & 1, 1000)) {
  }
}

__global__ void ring(float* out, const float* in, unsigned n, unsigned S) {
  __shared__ __mbarrier_t full[16], empty[16];
  extern __shared__ float buffer[];
  unsigned lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < 16; i++) {
      __mbarrier_init(&full[i], 32);
      __mbarrier_init(&empty[i], 32);
    }
  }
  __syncthreads();
  unsigned stage = 0;
  if (threadIdx.x < 32) {
    unsigned phase = 1;
    for (unsigned k = 0; k < n; k++) {
      wait(&empty[stage], phase);
      buffer[stage * 32 + lane] = in[k * 32 + lane];
      __mbarrier_arrive(&full[stage]);
      if (++stage == S) {
        stage = 0;
        phase ^= 1;
      }
    }
  } else {
    float sum = 0;
    unsigned phase = 0;
    for (unsigned k = 0; k < n; k++) {
      wait(&full[stage], phase);
      sum += buffer[stage * 32 + 31 - lane];
      __mbarrier_arrive(&empty[stage]);
      if (++stage == S) {
        stage = 0;
        phase ^= 1;
      }
    }
    out[lane] = sum;
  }
}
