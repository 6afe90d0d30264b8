// raceproof: --block-dim 64
// The assertion speaks about the blocks, but not about their threads.
#include <assert.h>

__global__ void half(float* out, const float* in, int n) {
  assert(n > 64 * (int)blockIdx.x);
  __shared__ float s[64];
  int tid = threadIdx.x;
  int i = 64 * blockIdx.x + tid;
  if (i >= n) {
    return;
  }
  s[tid] = in[i];
  __syncthreads(); //~ EXITED
  out[i] = s[0];
}
