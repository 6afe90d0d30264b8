// raceproof: --block-dim 64 -arch=sm_90
// A block reads from its neighbour, which may have ended.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) fetch(int* out, const int* in) {
  __shared__ int outbox[64];
  cg::cluster_group cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  outbox[threadIdx.x] = in[i];
  cluster.sync();
  out[i] = cluster.map_shared_rank(outbox, cluster.block_rank() ^ 1)[threadIdx.x]; //~ RACE
}
