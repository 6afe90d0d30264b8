// raceproof: --block-dim 256 -arch=sm_90
// Blocks add to bins of others that these may not have set to 0 yet.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) histogram(int* bins, const int* in, int n) {
  __shared__ int own[256];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  own[threadIdx.x] = 0; //~ RACE
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(cluster.map_shared_rank(own, cluster.block_rank() ^ 1) + threadIdx.x, in[i]); //~ RACE
  cluster.sync();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
