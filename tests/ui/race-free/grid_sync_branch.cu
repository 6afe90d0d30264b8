// raceproof: --block-dim 64 --grid-dim 4
// The whole grid waits or does not wait.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void totals(float* out, float* all, const float* in, int rounds) {
  cg::grid_group grid = cg::this_grid();
  int i = blockIdx.x * 64 + threadIdx.x;
  float v = in[i];
  all[i] = v;
  if (rounds > 1) {
    grid.sync();
    v += all[255 - i];
  }
  out[i] = v;
}
