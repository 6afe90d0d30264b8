// raceproof: --block-dim 256 -arch=sm_90
// A box of a tensor, which is as large as the bytes that are expected.
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

__global__ void tile(float* out, const __grid_constant__ Map map) {
  __shared__ __align__(128) float box[8][32];
  __shared__ u64 full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    int at[2] = {32 * (int)blockIdx.x, 8 * (int)blockIdx.y};
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 1024);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, box, &map, at, &full);
  }
  wait(&full, 0);
  out[256 * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x] = box[threadIdx.x % 8][threadIdx.x / 8];
}
