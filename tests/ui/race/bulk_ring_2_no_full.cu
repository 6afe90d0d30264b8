// raceproof: --block-dim 64 --grid-dim 1 -arch=sm_90
// A ring of 2: the consumers do not wait for the copy.
#include <cstdint>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
typedef uint64_t u64;

__device__ void wait(u64* bar, unsigned parity) {
  while (!ptx::mbarrier_try_wait_parity(bar, parity & 1)) {
  }
}

constexpr unsigned S = 2;

__global__ void ring(float* out, const float* in, unsigned n) {
  __shared__ __align__(16) float buffer[S][128];
  __shared__ u64 full[S], empty[S];
  unsigned lane = threadIdx.x % 32;
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < S; i++) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], 1);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    if (lane == 0) {
      for (unsigned k = 0; k < n; k++) {
        wait(&empty[k % S], (k / S) ^ 1);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[k % S], 512);
        ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, buffer[k % S], in + 128 * k, 512, &full[k % S]);  //~ RACE
      }
    }
  } else {
    for (unsigned k = 0; k < n; k++) {
      
      out[k * 32 + lane] = buffer[k % S][4 * lane] + buffer[k % S][4 * lane + 1];  //~ RACE
      __syncwarp();
      if (lane == 0) {
        ptx::mbarrier_arrive(&empty[k % S]);
      }
    }
  }
}
