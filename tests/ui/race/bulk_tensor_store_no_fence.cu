// raceproof: --block-dim 128 -arch=sm_90
// A row is stored to a tensor without a fence of proxies.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

struct alignas(64) Map {
  char opaque[128];
};

__global__ void rows(const __grid_constant__ Map map, unsigned n) {
  __shared__ __align__(128) float row[128];
  for (unsigned k = 0; k < n; k++) {
    row[threadIdx.x] = k * threadIdx.x;  //~ RACE
    
    __syncthreads();
    if (threadIdx.x == 0) {
      int at[2] = {128 * (int)blockIdx.x, (int)k};
      ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, at, row);  //~ RACE
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
    __syncthreads();
  }
}
