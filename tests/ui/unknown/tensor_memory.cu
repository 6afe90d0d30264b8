// raceproof: --block-dim 128 -arch=sm_90a
// Tensor memory is not modelled; what is done with it is named.
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

__global__ void product(float* out, uint64_t a, uint64_t b) {
  __shared__ uint32_t place;
  if (threadIdx.x < 32) {
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;" ::"r"(at(&place)) : "memory");
  }
  __syncthreads();
  uint32_t d = place, first;
  asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(first) : "r"(d));
  asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
  out[threadIdx.x] = first;
}
