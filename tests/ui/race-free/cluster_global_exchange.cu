// raceproof: --block-dim 64 -arch=sm_90
// The blocks of a cluster exchange data in global memory: their barrier orders that, too.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int* out, int* between, const int* in) {
  cg::cluster_group cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  between[i] = in[i];
  cluster.sync();
  out[i] = between[(blockIdx.x ^ 1) * 64 + threadIdx.x];
}
