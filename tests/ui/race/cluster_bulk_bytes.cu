// raceproof: --block-dim 128 -arch=sm_90
// Each block has two halves copied to the other one, which expects one.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}
__device__ void cluster_sync() {
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

__global__ void __cluster_dims__(2, 1, 1) exchanged(float* out, const float* in) {
  __shared__ __align__(16) float own[128];
  __shared__ __align__(16) float other[128];
  __shared__ u64 full;
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  own[threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  ptx::fence_proxy_async(ptx::space_shared);
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 256);
  }
  cluster_sync();
  if (threadIdx.x == 0) {
    float* there = ptx::mapa(ptx::space_cluster, other, rank ^ 1);
    u64* told = ptx::mapa(ptx::space_cluster, &full, rank ^ 1);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, there, own, 256, told);  //~ RACE
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, there + 64, own + 64, 256, told);  //~ RACE
  }
  wait(&full, 0);
  out[blockIdx.x * 128 + threadIdx.x] = other[127 - threadIdx.x];  //~ RACE
  cluster_sync();
}
