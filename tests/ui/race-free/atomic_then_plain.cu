// raceproof: --block-dim 64 --grid-dim 8
// The grid waits for all additions.
#include <cooperative_groups.h>

__global__ void mean(float* out, float* sum, const float* in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  atomicAdd(sum, in[i]);
  cooperative_groups::this_grid().sync();
  out[i] = in[i] - *sum / 512.0f;
}
