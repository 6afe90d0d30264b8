// raceproof: --block-dim 64 --grid-dim 4 --param rounds=5
// The next round starts while other blocks are still in this one.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void jacobi(float* a, float* b, int rounds) {
  int i = blockIdx.x * 64 + threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    b[i] = 0.5f * (a[i] + a[(i + 1) % 256]); //~ RACE
    __syncthreads();
    a[i] = 0.5f * (b[i] + b[(i + 1) % 256]); //~ RACE
    __syncthreads();
  }
}
