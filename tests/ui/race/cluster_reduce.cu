// raceproof: --block-dim 64 -arch=sm_90
// The first block of a cluster adds up sums that others may not have computed yet.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(4, 1, 1) sums(float* out, const float* in) {
  __shared__ float part[64];
  __shared__ float sum;
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  part[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    float all = 0;
    for (int i = 0; i < 64; i++) all += part[i];
    sum = all; //~ RACE
  }
  __syncthreads();
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    float all = 0;
    for (unsigned r = 0; r < cluster.num_blocks(); r++) all += *cluster.map_shared_rank(&sum, r); //~ RACE
    out[blockIdx.x] = all;
  }
  cluster.sync();
}
