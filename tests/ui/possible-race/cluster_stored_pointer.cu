// raceproof: --block-dim 64 -arch=sm_90
// The pointer into the neighbour goes through memory: where it leads is not followed.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) send(int* out, const int* in) {
  __shared__ int inbox[64];
  __shared__ int* where[2];
  cg::cluster_group cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  if (threadIdx.x < 2) where[threadIdx.x] = cluster.map_shared_rank(inbox, threadIdx.x);
  cluster.sync();
  where[cluster.block_rank() ^ 1][threadIdx.x] = in[i]; //~ RACE?
  cluster.sync();
  out[i] = inbox[threadIdx.x];
}
