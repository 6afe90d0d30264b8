// raceproof: --block-dim 128 -arch=sm_90
// One copy may still read when the row is written anew.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

__global__ void steps(float* out, unsigned n) {
  __shared__ __align__(16) float row[128];
  for (unsigned k = 0; k < n; k++) {
    row[threadIdx.x] = k * threadIdx.x;  //~ RACE
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 128 * (n * blockIdx.x + k), row, 512);  //~ RACE
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<1>());
    }
    __syncthreads();
  }
}
