// raceproof: --block-dim 160 --grid-dim 1 -arch=sm_90
// Two copies in each phase, which expects the bytes of one.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

constexpr unsigned S = 2;

__global__ void products(float* out, const float* x, const float* y, unsigned n) {
  __shared__ __align__(16) float a[S][128], b[S][128];
  __shared__ u64 full[S], empty[S];
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < S; i++) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 128);
    }
  }
  __syncthreads();
  if (threadIdx.x == 128) {
    for (unsigned k = 0; k < n; k++) {
      wait(&empty[k % S], (k / S) ^ 1);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[k % S], 512);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, a[k % S], x + 128 * k, 512, &full[k % S]);  //~ RACE?
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, b[k % S], y + 128 * k, 512, &full[k % S]);  //~ RACE
    }
  } else if (threadIdx.x < 128) {
    float sum = 0;
    for (unsigned k = 0; k < n; k++) {
      wait(&full[k % S], k / S);
      sum += a[k % S][threadIdx.x] * b[k % S][127 - threadIdx.x];  //~ RACE
      ptx::mbarrier_arrive(&empty[k % S]);
    }
    out[threadIdx.x] = sum;
  }
}
