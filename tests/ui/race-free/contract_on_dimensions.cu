#include <raceproof.h>

// Written for 128 threads, by a constant, a variable and where it is not seen.
__global__ void fill(int* out) {
  __requires(blockDim.x == 128);
  out[blockIdx.x * 128 + threadIdx.x] = 0;
}

void run(int* out, int threads) {
  int known = 64;
  fill<<<4, 128>>>(out);
  fill<<<4, 2 * known>>>(out);
  if (threads >= 128) {
    fill<<<4, threads>>>(out);
  }
}
