// raceproof: --block-dim 160 --grid-dim 1 -arch=sm_90
// Two boxes in each of four stages.
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

constexpr unsigned S = 4;

__global__ void products(float* out, const __grid_constant__ Map left, const __grid_constant__ Map right, unsigned n) {
  __shared__ __align__(128) float a[S][256], b[S][256];
  __shared__ u64 full[S], empty[S];
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < S; i++) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 128);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x == 128) {
    for (unsigned k = 0; k < n; k++) {
      wait(&empty[k % S], (k / S) ^ 1);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[k % S], 2048);
      int at[2] = {64 * (int)k, 0};
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, a[k % S], &left, at, &full[k % S]);
      ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, b[k % S], &right, at, &full[k % S]);
    }
  } else if (threadIdx.x < 128) {
    float sum = 0;
    for (unsigned k = 0; k < n; k++) {
      wait(&full[k % S], k / S);
      sum += a[k % S][threadIdx.x] * b[k % S][255 - threadIdx.x];
      ptx::mbarrier_arrive(&empty[k % S]);
    }
    out[threadIdx.x] = sum;
  }
}
