// raceproof: --block-dim 128 -arch=sm_90
// A row with a barrier object, at which all threads arrive, one of them for the bytes.
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
    cuda::device::memcpy_async_tx(row, in + 128 * blockIdx.x, cuda::aligned_size_t<16>(512), full);
    token = cuda::device::barrier_arrive_tx(full, 1, 512);
  } else {
    token = full.arrive();
  }
  full.wait(static_cast<barrier::arrival_token&&>(token));
  out[128 * blockIdx.x + threadIdx.x] = row[127 - threadIdx.x];
}
