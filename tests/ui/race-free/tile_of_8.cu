// raceproof: --block-dim 64
// Each tile turns its eight cells.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void turn(float* out, const float* in) {
  __shared__ float s[64];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int tid = threadIdx.x;
  int first = tile.meta_group_rank() * tile.size();
  s[first + tile.thread_rank()] = in[tid];
  tile.sync();
  out[tid] = s[first + (tile.thread_rank() + 1) % tile.size()];
}
