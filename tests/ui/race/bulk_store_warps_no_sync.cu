// raceproof: --block-dim 128 -arch=sm_90
// A lane stores the row of its warp before the others have written.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

__global__ void rows(float* out) {
  __shared__ __align__(16) float row[4][32];
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  row[warp][lane] = lane * warp;  //~ RACE
  ptx::fence_proxy_async(ptx::space_shared);
  
  if (lane == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + 32 * (4 * blockIdx.x + warp), row[warp], 128);  //~ RACE
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}
