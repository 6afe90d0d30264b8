// raceproof: --block-dim 64 --grid-dim 4
// Only the first block waits for the grid.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void totals(float* out, const float* in) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * 64 + threadIdx.x;
  float v = in[i];
  if (blockIdx.x == 0) {
    grid.sync(); //~ DIVERGENT
    v *= 2.0f;
  }
  out[i] = v;
}
