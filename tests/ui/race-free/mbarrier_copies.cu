// raceproof: --block-dim 64 -arch=sm_90a
// Copies are waited for before their threads arrive.
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

__global__ void hand_over(int* out, const int* in) {
  __shared__ uint64_t full;
  __shared__ int buffer[32];
  if (threadIdx.x == 0) init(&full, 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    uint32_t to = at(&buffer[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    arrive(&full);
    asm volatile("cp.async.wait_all;" ::: "memory");
  } else {
    wait(&full, 0);
    out[threadIdx.x] = buffer[63 - threadIdx.x];
  }
}
