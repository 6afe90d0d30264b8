// raceproof: --block-dim 64 -arch=sm_90
// The second block of each cluster is done early, and the first one reads from it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) fetch(int* out, const int* in) {
  __shared__ int outbox[64];
  cg::cluster_group cluster = cg::this_cluster();
  outbox[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  cluster.sync();
  if (cluster.block_rank() == 1) return;
  out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(outbox, 1)[threadIdx.x]; //~ RACE
  cluster.sync(); //~ EXITED
}
