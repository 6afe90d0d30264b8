// raceproof: --block-dim 16,16
// The group waits between writing the tile and reading it across.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void flip(float* out, const float* in) {
  __shared__ float tile[16][17];
  cg::thread_block block = cg::this_thread_block();
  dim3 at = block.thread_index();
  tile[at.y][at.x] = in[at.y * 16 + at.x];
  cg::sync(block);
  out[at.y * 16 + at.x] = tile[at.x][at.y];
}
