// raceproof: --block-dim 128 -arch=sm_80
// The barrier opens after 64 arrivals, whoever they are.
#include <cuda/barrier>

__global__ void reverse(float* out, const float* in) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    init(&bar, 64);
  }
  __syncthreads();
  s[tid] = in[tid]; //~ RACE
  bar.arrive_and_wait();
  out[tid] = s[127 - tid]; //~ RACE
}
