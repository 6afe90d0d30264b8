// raceproof: --block-dim 64 --grid-dim 3
// Launched with as many blocks as there is work for.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void totals(float* out, float* all, const float* in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= 192) {
    return;
  }
  all[i] = in[i];
  cg::this_grid().sync();
  out[i] = all[191 - i];
}
