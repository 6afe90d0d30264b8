// raceproof: --block-dim 128 -arch=sm_90
// One loop for all: the first warp fills the stage that was read, as long as there is more to come. What it carries goes on only then.
#include <cuda_awbarrier_primitives.h>

__device__ void wait(__mbarrier_t* bar, unsigned parity) {
  while (!__mbarrier_try_wait_parity(bar, parity & 1, 1000)) {
  }
}

constexpr int S = 3;

__global__ void ring(float* out, const float* in, int n) {
  __shared__ __mbarrier_t full[S], empty[S];
  __shared__ float buffer[S][32];
  int lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (int i = 0; i < S; i++) {
      __mbarrier_init(&full[i], 32);
      __mbarrier_init(&empty[i], 128);
    }
  }
  __syncthreads();
  bool fills = threadIdx.x < 32;
  for (int i = 0; i < S; i++) {
    if (fills) {
      buffer[i][lane] = in[i * 32 + lane];
      __mbarrier_arrive(&full[i]);
    }
  }
  int left = n - S, next = S;
  int read = 0, write = 0;
  unsigned read_phase = 0, write_phase = 0;
  float sum = 0;
  while (left > -S) {
    wait(&full[read], read_phase);
    sum += buffer[read][31 - lane];
    __mbarrier_arrive(&empty[read]);
    if (++read == S) {
      read = 0;
      read_phase ^= 1;
    }
    if (fills && left > 0) {
      wait(&empty[write], write_phase);
      buffer[write][lane] = in[next * 32 + lane];
      __mbarrier_arrive(&full[write]);
      if (++write == S) {
        write = 0;
        write_phase ^= 1;
      }
    }
    --left;
    ++next;
  }
  out[threadIdx.x] = sum;
}
