// raceproof: --block-dim 64 --grid-dim 4
// Blocks read each other's sums behind a barrier of their own.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void totals(float* out, float* sums, const float* in) {
  int tid = threadIdx.x;
  if (tid == 0) {
    sums[blockIdx.x] = in[blockIdx.x]; //~ RACE
  }
  __syncthreads();
  out[blockIdx.x * 64 + tid] = sums[tid % 4]; //~ RACE
}
