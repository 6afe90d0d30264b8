// raceproof: --block-dim 64 -arch=sm_90
// Rounds of a ring with one buffer: a block may write into the next one before that has read.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ float buffer[64];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  int tid = threadIdx.x, i = blockIdx.x * 64 + tid;
  buffer[tid] = in[i];
  cluster.sync();
  for (int k = 0; k < n; k++) {
    float x = buffer[tid]; //~ RACE
    cluster.map_shared_rank(&buffer[tid], next)[0] = x + 1; //~ RACE
    cluster.sync();
  }
  out[i] = buffer[tid];
}
