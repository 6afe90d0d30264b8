// raceproof: --block-dim 64 -arch=sm_90
// The next block may be of another cluster, for which the barrier does not wait.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) exchange(int* out, int* between, const int* in) {
  cg::cluster_group cluster = cg::this_cluster();
  int i = blockIdx.x * 64 + threadIdx.x;
  between[i] = in[i]; //~ RACE
  cluster.sync();
  if (blockIdx.x + 1 < gridDim.x) out[i] = between[(blockIdx.x + 1) * 64 + threadIdx.x]; //~ RACE
}
