#include <raceproof.h>

// Rows are as long as they are apart: with half the distance they overlap.
__global__ void fill(int* out, int n, int pitch) {
  __requires(pitch >= n);
  int i = threadIdx.x;
  if (i < n) {
    out[blockIdx.x * pitch + i] = blockIdx.x;
  }
}

void run(int* out, int n) {
  fill<<<4, 256>>>(out, n, n / 2); //~ LAUNCH
}

void other(int* out, int n, int pitch) {
  fill<<<4, 256>>>(out, n, pitch);
}
