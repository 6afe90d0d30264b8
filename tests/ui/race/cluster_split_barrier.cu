// raceproof: --block-dim 64 -arch=sm_90
// What a block writes after it has arrived is not there for the others once they have waited.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) overlap(float* out, const float* in) {
  __shared__ float outbox[64];
  cg::cluster_group cluster = cg::this_cluster();
  int tid = threadIdx.x, i = blockIdx.x * 64 + tid;
  cluster.barrier_arrive();
  outbox[tid] = in[i]; //~ RACE
  cluster.barrier_wait();
  out[i] = cluster.map_shared_rank(outbox, cluster.block_rank() ^ 1)[tid]; //~ RACE
  cluster.sync();
}
