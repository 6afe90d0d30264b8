// raceproof: --block-dim 96 -arch=sm_90a
// Who leaves reads once more when it is not expected any more.
#include <stdint.h>

__device__ uint32_t at(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void init(uint64_t* bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
}
__device__ void arrive(uint64_t* bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory");
}
__device__ void wait(uint64_t* bar, uint32_t parity) {
  asm volatile(
      "{ .reg .pred P1; LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1; @P1 bra DONE;"
      " bra LAB_WAIT; DONE: }" ::"r"(at(bar)), "r"(parity & 1) : "memory");
}

__device__ void drop(uint64_t* bar) {
  asm volatile("mbarrier.arrive_drop.shared::cta.b64 _, [%0];" ::"r"(at(bar)) : "memory");
}

// Half of the consumers leave after the first round.
__global__ void rounds(float* out, const float* in, unsigned n) {
  __shared__ uint64_t full, empty;
  __shared__ float buffer[32];
  unsigned lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    init(&full, 32);
    init(&empty, 64);
  }
  __syncthreads();
  if (threadIdx.x >= 64) {
    for (unsigned k = 0; k < n; k++) {
      wait(&empty, k ^ 1);
      buffer[lane] = in[k * 32 + lane];  //~ RACE
      arrive(&full);
    }
  } else if (threadIdx.x >= 32) {
    wait(&full, 0);
    out[threadIdx.x] = buffer[31 - lane];
    drop(&empty);
    out[threadIdx.x + 64] = buffer[lane];  //~ RACE
  } else {
    float sum = 0;
    for (unsigned k = 0; k < n; k++) {
      wait(&full, k);
      sum += buffer[31 - lane];
      arrive(&empty);
    }
    out[threadIdx.x] = sum;
  }
}
