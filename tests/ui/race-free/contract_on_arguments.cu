#include <raceproof.h>

// Rows are as far apart as they are long, or farther; of the last launch that is not seen.
__global__ void fill(int* out, int n, int pitch) {
  __requires(n > 0 && pitch >= n);
  int i = threadIdx.x;
  if (i < n) {
    out[blockIdx.x * pitch + i] = blockIdx.x;
  }
}

void run(int* out, int n, int pitch) {
  fill<<<4, 256>>>(out, n, n);
  fill<<<4, 256>>>(out, n, n + 8);
  fill<<<4, 256>>>(out, 64, 96);
  fill<<<4, 256>>>(out, n, pitch);
}
