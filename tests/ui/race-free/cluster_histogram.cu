// raceproof: --block-dim 256 -arch=sm_90
// The bins of a histogram are spread over the blocks of a cluster, each of which adds to all of them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void histogram(int* bins, const int* in, int n, int per_block) {
  extern __shared__ int own[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x) own[i] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int bin = in[i];
    atomicAdd(cluster.map_shared_rank(own, bin / per_block) + bin % per_block, 1);
  }
  cluster.sync();
  for (int i = threadIdx.x; i < per_block; i += blockDim.x)
    atomicAdd(&bins[cluster.block_rank() * per_block + i], own[i]);
}
