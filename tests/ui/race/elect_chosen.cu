// raceproof: --block-dim 64 -arch=sm_90a
// A lane that is elected, as a number, arrives for its warp, which it has not met.
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

__device__ bool elected() {
  unsigned chosen;
  asm volatile("{ .reg .pred P; elect.sync _|P, %1; selp.b32 %0, 1, 0, P; }" : "=r"(chosen) : "r"(0xFFFFFFFFu));
  return chosen;
}

constexpr unsigned S = 2;

__global__ void ring(float* out, const float* in, unsigned n) {
  __shared__ uint64_t full[S], empty[S];
  __shared__ float buffer[S][32];
  unsigned lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < S; i++) {
      init(&full[i], 1);
      init(&empty[i], 32);
    }
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    for (unsigned k = 0; k < n; k++) {
      wait(&empty[k % S], k / S ^ 1);
      buffer[k % S][lane] = in[k * 32 + lane];  //~ RACE
      if (elected()) arrive(&full[k % S]);
    }
  } else {
    float sum = 0;
    for (unsigned k = 0; k < n; k++) {
      wait(&full[k % S], k / S);
      sum += buffer[k % S][31 - lane];  //~ RACE
      arrive(&empty[k % S]);
    }
    out[threadIdx.x] = sum;
  }
}
