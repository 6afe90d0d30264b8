// raceproof: --block-dim 64
// Every second tile waits, with all its threads.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void part(float* out, const float* in) {
  __shared__ float s[64];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int tid = threadIdx.x;
  s[tid] = in[tid];
  float v = s[tid];
  if (tile.meta_group_rank() % 2 == 0) {
    tile.sync();
    v = s[tid ^ 15];
  }
  out[tid] = v;
}
