// raceproof: --block-dim 64
// The assertion excludes the return.
#include <assert.h>

__global__ void half(float* out, const float* in, int n) {
  assert(n >= 64 * (int)blockIdx.x + 64);
  __shared__ float s[64];
  int tid = threadIdx.x;
  int i = 64 * blockIdx.x + tid;
  if (i >= n) {
    return;
  }
  s[tid] = in[i];
  __syncthreads();
  out[i] = s[0];
}
