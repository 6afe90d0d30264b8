// raceproof: --block-dim 128
// Partners are 32 threads apart: never in one tile.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void swap(float* out, const float* in) {
  __shared__ float s[128];
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  tile.sync();
  out[tid] = s[tid ^ 32]; //~ RACE
}
