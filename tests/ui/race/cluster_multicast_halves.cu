// raceproof: --block-dim 128 -arch=sm_90
// Each block has a half of a row copied into both blocks, which expect one half.
#include <stdint.h>

__device__ uint32_t at(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void wait(uint64_t* bar, uint32_t parity) {
  asm volatile(
      "{ .reg .pred P1; LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1; @P1 bra DONE;"
      " bra LAB_WAIT; DONE: }" ::"r"(at(bar)), "r"(parity & 1) : "memory");
}

__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
__device__ void copy_into(uint16_t blocks, float* to, const float* from, uint64_t* bar) {
  asm volatile(  //~ RACE
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;" ::"r"(
          at(to)), "l"(from), "r"(at(bar)), "h"(blocks) : "memory");
}

__global__ void __cluster_dims__(2, 1, 1) shared_row(float* out, const float* in) {
  __shared__ __align__(16) float row[128];
  __shared__ uint64_t full;
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(at(&full)) : "memory");
  }
  cluster_sync();
  if (threadIdx.x == 0) {
    copy_into(3, row + 64 * rank, in + 64 * rank, &full);
  }
  wait(&full, 0);
  out[blockIdx.x * 128 + threadIdx.x] = row[127 - threadIdx.x];  //~ RACE
  cluster_sync();
}
