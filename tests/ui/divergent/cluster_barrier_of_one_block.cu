// raceproof: --block-dim 64 -arch=sm_90
// One block of the cluster waits for the others, which do not come.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) waited(int* out) {
  cg::cluster_group cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  if (cluster.block_rank() == 0) cluster.sync(); //~ DIVERGENT
  out[i] = i;
}
