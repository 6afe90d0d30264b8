// raceproof: --block-dim 128 -arch=sm_90
// The copy has read its source; what it writes need not be there.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

__global__ void there_and_back(float* out, float* other) {
  __shared__ __align__(16) float row[128];
  row[threadIdx.x] = threadIdx.x;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 128 * blockIdx.x, row, 512);  //~ RACE
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
  __syncthreads();
  other[128 * blockIdx.x + threadIdx.x] = out[128 * blockIdx.x + 127 - threadIdx.x];  //~ RACE
}
