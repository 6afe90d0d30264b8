// The contract asks for blocks of which some threads would leave the array.
#include <raceproof.h>

__global__ void stated(int* out) {
  __requires(blockDim.x >= 100);
  __shared__ int s[64];
  s[threadIdx.x] = blockIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
