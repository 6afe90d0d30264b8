// raceproof: --block-dim 128
// The contract says that there is one thread per element.
#include <raceproof.h>

__global__ void reverse(float* out, const float* in, int n) {
  __requires(n == gridDim.x * blockDim.x);
  __shared__ float s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[127 - threadIdx.x];
}
