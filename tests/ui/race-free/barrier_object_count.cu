// raceproof: --block-dim 128 -arch=sm_80
// The barrier counts the threads that use it.
#include <cuda/barrier>

__global__ void reverse(float* out, const float* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid == 0) {
    init(&bar, 64);
  }
  __syncthreads();
  if (tid < 64) {
    s[tid] = in[tid];
    bar.arrive_and_wait();
    out[tid] = s[63 - tid];
  }
}
