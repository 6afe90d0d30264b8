// raceproof: --block-dim 32 -arch=sm_90
// What the other block has written is stored by a bulk copy, and no fence of proxies stands between.
// FIXME(wrong verdict): expected race, today possible-race: executions know no proxies
#include <stdint.h>

__device__ uint32_t at(const void* p) { return static_cast<uint32_t>(__cvta_generic_to_shared(p)); }
__device__ void wait(uint64_t* bar, uint32_t parity) {
  asm volatile(
      "{ .reg .pred P1; LAB_WAIT: mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1; @P1 bra DONE;"
      " bra LAB_WAIT; DONE: }" ::"r"(at(bar)), "r"(parity & 1) : "memory");
}

// As CUTLASS does it: the address of the other block's mbarrier, and the arrival, by one predicate.
__device__ void arrive_at(uint64_t* bar, uint32_t rank, uint32_t wanted) {
  asm volatile(
      "{\n\t"
      ".reg .pred p;\n\t"
      ".reg .b32 there;\n\t"
      "setp.eq.u32 p, %2, 1;\n\t"
      "@p mapa.shared::cluster.u32 there, %0, %1;\n\t"
      "@p mbarrier.arrive.release.cluster.shared::cluster.b64 _, [there];\n\t"
      "}" ::"r"(at(bar)), "r"(rank), "r"(wanted) : "memory");
}
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
__device__ void send(float* to, uint32_t rank, float x) {
  uint32_t there;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at(to)), "r"(rank));
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(there), "f"(x) : "memory");  //~ RACE
}

__device__ void store(float* to, const float* from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;\n cp.async.bulk.commit_group;\n cp.async.bulk.wait_group 0;" ::"l"(to), "r"(at(from)) : "memory");  //~ RACE
}
__global__ void __cluster_dims__(2, 1, 1) sent(float* out, const float* in) {
  __shared__ __align__(16) float row[32];
  __shared__ uint64_t full;
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(&full)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster_sync();
  send(row + threadIdx.x, rank ^ 1, in[blockIdx.x * 32 + threadIdx.x]);
  arrive_at(&full, rank ^ 1, 1);
  wait(&full, 0);
  if (threadIdx.x == 0) {
    store(out + blockIdx.x * 32, row);
  }
  cluster_sync();
}
