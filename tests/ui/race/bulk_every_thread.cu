// raceproof: --block-dim 128 -arch=sm_90 --grid-dim 1
// Every thread has the row copied, instead of one.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

__global__ void reverse(float* out, const float* in) {
  __shared__ __align__(16) float row[128];
  __shared__ u64 full;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&full, 128);
  }
  __syncthreads();
  ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, 512);
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, row, in, 512, &full);  //~ RACE
  wait(&full, 0);
  out[threadIdx.x] = row[127 - threadIdx.x];
}
