// raceproof: --block-dim 128 -arch=sm_90
// One thread has a row copied, by a predicate, and all wait for it.
#include <stdint.h>

__device__ uint32_t at(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void wait(uint64_t* bar, uint32_t parity) {
  asm volatile(
      "{ .reg .pred P1; LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1; @P1 bra DONE;"
      " bra LAB_WAIT; DONE: }" ::"r"(at(bar)), "r"(parity & 1) : "memory");
}

__device__ void copy_if(bool wanted, float* to, const float* from, uint64_t* bar) {
  asm volatile(
      "{ .reg .pred p; setp.ne.b32 p, %3, 0;"
      " @p cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2]; }" ::"r"(at(to)),
      "l"(from), "r"(at(bar)), "r"((int)wanted) : "memory");
}

__global__ void rows(float* out, const float* in) {
  __shared__ __align__(16) float row[128];
  __shared__ uint64_t full;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(at(&full)) : "memory");
  }
  copy_if(threadIdx.x == 0, row, in + blockIdx.x * 128, &full);
  wait(&full, 0);
  out[blockIdx.x * 128 + threadIdx.x] = row[127 - threadIdx.x];
}
