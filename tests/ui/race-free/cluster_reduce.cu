// raceproof: --block-dim 64 -arch=sm_90
// The first block of a cluster of any size adds up the sums of all of its blocks.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void sums(float* out, const float* in) {
  __shared__ float part[64];
  __shared__ float sum;
  cg::cluster_group cluster = cg::this_cluster();
  part[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int i = 0; i < 64; i++) all += part[i];
    sum = all;
  }
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    float all = 0;
    for (unsigned r = 0; r < cluster.num_blocks(); r++) all += *cluster.map_shared_rank(&sum, r);
    out[blockIdx.x] = all;
  }
  cluster.sync();
}
