// raceproof: --block-dim 128 -arch=sm_90
// All threads arrive at the barrier object, and nobody waits.
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reverse(float* out, const float* in) {
  __shared__ __align__(16) float row[128];
  __shared__ barrier full;
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(row, in + 128 * blockIdx.x, cuda::aligned_size_t<16>(512), full);  //~ RACE
    token = cuda::device::barrier_arrive_tx(full, 1, 512);
  } else {
    token = full.arrive();
  }
  
  out[128 * blockIdx.x + threadIdx.x] = row[127 - threadIdx.x];  //~ RACE
}
