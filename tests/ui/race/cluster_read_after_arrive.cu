// raceproof: --block-dim 64 -arch=sm_90
// A block that has arrived still reads from its neighbour, which writes its array anew behind the barrier.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) overlap(float* out, const float* in) {
  __shared__ float outbox[64];
  cg::cluster_group cluster = cg::this_cluster();
  int tid = threadIdx.x, i = blockIdx.x * 64 + tid;
  outbox[tid] = in[i];
  cluster.sync();
  cluster.barrier_arrive();
  out[i] = cluster.map_shared_rank(outbox, cluster.block_rank() ^ 1)[tid]; //~ RACE
  cluster.barrier_wait();
  outbox[tid] = 0; //~ RACE
  cluster.sync();
  out[i] += outbox[63 - tid];
}
