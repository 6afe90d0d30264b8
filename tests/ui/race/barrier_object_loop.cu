// raceproof: --block-dim 128 -arch=sm_80
// Once in each iteration: nothing makes room.
#include <cuda/barrier>

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    init(&bar, 128);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    s[tid] = in[k * 128 + tid]; //~ RACE
    bar.arrive_and_wait();
    sum += s[127 - tid]; //~ RACE
  }
  out[tid] = sum;
}
