// raceproof: --block-dim 128 -arch=sm_80
// All 128 threads arrive and wait.
#include <cuda/barrier>

__global__ void reverse(float* out, const float* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    init(&bar, 128);
  }
  __syncthreads();
  s[tid] = in[tid];
  bar.arrive_and_wait();
  out[tid] = s[127 - tid];
}
