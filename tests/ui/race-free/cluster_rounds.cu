// raceproof: --block-dim 64 -arch=sm_90
// Rounds of a ring with two buffers: what is written in one round was read two rounds ago, with a barrier between.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ float buffer[2][64];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  int tid = threadIdx.x, i = blockIdx.x * 64 + tid;
  buffer[0][tid] = in[i];
  cluster.sync();
  for (int k = 0; k < n; k++) {
    float x = buffer[k % 2][tid];
    cluster.map_shared_rank(&buffer[(k + 1) % 2][tid], next)[0] = x + 1;
    cluster.sync();
  }
  out[i] = buffer[n % 2][tid];
}
