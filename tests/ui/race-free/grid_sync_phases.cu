// raceproof: --block-dim 64 --grid-dim 4
// The barrier of the grid stands between writing and reading.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void totals(float* out, float* sums, const float* in) {
  cg::grid_group grid = cg::this_grid();
  int tid = threadIdx.x;
  if (tid == 0) {
    sums[blockIdx.x] = in[blockIdx.x];
  }
  grid.sync();
  out[blockIdx.x * 64 + tid] = sums[tid % 4];
}
