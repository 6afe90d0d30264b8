// raceproof: --block-dim 32 -arch=sm_90
// The second block says that a stage is free before it has read it.
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


__global__ void __cluster_dims__(2, 1, 1) ring(float* out, const float* in, int n) {
  __shared__ float stage[4][32];
  __shared__ uint64_t full[4];
  __shared__ uint64_t empty[4];
  uint32_t rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    for (int s = 0; s < 4; s++) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(full + s)) : "memory");
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(at(empty + s)) : "memory");
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cluster_sync();
  if (rank == 0) {
    for (int k = 0; k < n; k++) {
      wait(empty + k % 4, (k / 4 & 1) ^ 1);
      send(&stage[k % 4][threadIdx.x], 1, in[k * 32 + threadIdx.x]);
      arrive_at(full + k % 4, 1, 1);
    }
  } else {
    for (int k = 0; k < n; k++) {
      wait(full + k % 4, k / 4 & 1);
      arrive_at(empty + k % 4, 0, 1);
      out[blockIdx.x * n * 32 + k * 32 + threadIdx.x] = stage[k % 4][31 - threadIdx.x];  //~ RACE
    }
  }
  cluster_sync();
}
