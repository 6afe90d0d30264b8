// raceproof: --block-dim 128 -arch=sm_90
// `cuda::memcpy_async` adds its bytes to those that the phase waits for.
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reverse(float* out, const float* in) {
  __shared__ __align__(16) float row[128];
  __shared__ barrier full;
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::memcpy_async(row, in + 128 * blockIdx.x, cuda::aligned_size_t<16>(512), full);
  }
  full.arrive_and_wait();
  out[128 * blockIdx.x + threadIdx.x] = row[127 - threadIdx.x];
}
