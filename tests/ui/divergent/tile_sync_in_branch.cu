// raceproof: --block-dim 64
// Half of each tile waits for the tile.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void part(float* out, const float* in) {
  __shared__ float s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int tid = threadIdx.x;
  s[tid] = in[tid];
  if (tile.thread_rank() < 8) {
    tile.sync(); //~ DIVERGENT
  }
  out[tid] = s[tid];
}
