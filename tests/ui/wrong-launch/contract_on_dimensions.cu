#include <raceproof.h>

// Written for 128 threads; one of the launches has 256.
__global__ void fill(int* out) {
  __requires(blockDim.x == 128);
  out[blockIdx.x * 128 + threadIdx.x] = 0;
}

void run(int* out) {
  fill<<<4, 128>>>(out);
  fill<<<4, 256>>>(out); //~ LAUNCH
}
