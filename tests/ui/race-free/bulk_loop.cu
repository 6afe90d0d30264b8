// raceproof: --block-dim 128 -arch=sm_90
// A row in each turn; a barrier of the block before the next one is copied over it.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

__global__ void sums(float* out, const float* in, unsigned n) {
  __shared__ __align__(16) float row[128];
  __shared__ u64 full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
  }
  __syncthreads();
  float sum = 0;
  for (unsigned k = 0; k < n; k++) {
    if (threadIdx.x == 0) {
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row, in + 128 * k, 512, &full);
    }
    wait(&full, k);
    sum += row[127 - threadIdx.x];
    __syncthreads();
  }
  out[128 * blockIdx.x + threadIdx.x] = sum;
}
