// raceproof: --block-dim 64 -arch=sm_90
// Each iteration waits at the barrier of the cluster at which the one before arrived: that is not followed.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) rounds(int* out, int n) {
  cg::cluster_group cluster = cg::this_cluster();
  cluster.barrier_arrive();
  for (int i = 0; i < n; i++) {
    cluster.barrier_wait();
    out[blockIdx.x * 64 + threadIdx.x] += i;
    cluster.barrier_arrive();
  }
  cluster.barrier_wait();
}
