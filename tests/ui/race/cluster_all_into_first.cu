// raceproof: --block-dim 64 -arch=sm_90
// All blocks of a cluster of any size write into the first one, to the same places.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void gather(float* out, const float* in) {
  __shared__ float inbox[64];
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  cluster.map_shared_rank(inbox, 0)[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x]; //~ RACE
  cluster.sync();
  if (cluster.block_rank() == 0) out[blockIdx.x * 64 + threadIdx.x] = inbox[threadIdx.x];
}
