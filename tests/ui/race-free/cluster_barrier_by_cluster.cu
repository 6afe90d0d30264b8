// raceproof: --block-dim 64 -arch=sm_90
// All blocks of a cluster wait, or none.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) some(int* out, int n) {
  cg::cluster_group cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = i;
  if (blockIdx.x / 2 < n) {
    cluster.sync();
    int x = out[i ^ 64];
    cluster.sync();
    out[i] = x;
  }
}
