#include <raceproof.h>

// The launch breaks what the kernel requires.
__global__ void rim(int* out, int n) {
  __requires(n > 0);
  out[threadIdx.x * n] = threadIdx.x;
}

void run(int* out) { rim<<<1, 64>>>(out, 0); } //~ LAUNCH
