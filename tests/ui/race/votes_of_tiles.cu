// raceproof: --block-dim 64
// Each tile goes on until none of its lanes has anything left, and reads from the tile beside it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void lim(float* out, const int* n) {
  __shared__ float s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int tid = threadIdx.x, i = 0;
  int left = n[tid];
  while (tile.any(left > 0)) {
    s[tid] = left; //~ RACE
    tile.sync();
    out[tid + 64 * i] = s[tid ^ 8]; //~ RACE
    tile.sync();
    left--; i++;
  }
}
