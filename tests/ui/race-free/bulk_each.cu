// raceproof: --block-dim 128 -arch=sm_90 --grid-dim 1
// Each thread has a row of its own copied, and arrives for it.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

__global__ void transpose(float* out, const float* in) {
  __shared__ __align__(16) float rows[128][4];
  __shared__ u64 full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 128);
  }
  __syncthreads();
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 16);
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, rows[threadIdx.x], in + 4 * threadIdx.x, 16, &full);
  wait(&full, 0);
  out[threadIdx.x] = rows[127 - threadIdx.x][0];
}
