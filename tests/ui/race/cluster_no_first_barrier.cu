// raceproof: --block-dim 64 -arch=sm_90
// A block writes into its neighbour, which may not have begun.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) send(int* out, const int* in) {
  __shared__ int inbox[64];
  cg::cluster_group cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  cluster.map_shared_rank(inbox, cluster.block_rank() ^ 1)[threadIdx.x] = in[i]; //~ RACE
  cluster.sync();
  out[i] = inbox[threadIdx.x];
}
