// raceproof: --block-dim 128
// Partners are 16 threads apart: in one warp, but in different tiles.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void swap(float* out, const float* in) {
  __shared__ float s[128];
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  tile.sync();
  out[tid] = s[tid ^ 16]; //~ RACE
}
