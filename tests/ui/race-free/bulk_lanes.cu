// raceproof: --block-dim 128 -arch=sm_90 --grid-dim 1
// One lane expects the bytes that all lanes of the warp have copied.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

__global__ void transpose(float* out, const float* in) {
  __shared__ __align__(16) float rows[32][4];
  __shared__ u64 full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
    }
    __syncwarp();
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, rows[threadIdx.x], in + 4 * threadIdx.x, 16, &full);
  }
  wait(&full, 0);
  out[threadIdx.x] = rows[threadIdx.x / 4][threadIdx.x % 4];
}
