// raceproof: --block-dim 32,4 -arch=sm_90
// A cluster of two rows of two blocks: each writes its tile anew while the block above may still read it.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 2, 1) down(float* out, const float* in, int pitch) {
  __shared__ float tile[4][32];
  cg::cluster_group cluster = cg::this_cluster();
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * pitch + x];
  cluster.sync();
  dim3 block = cluster.block_index();
  unsigned below = block.x + 2 * ((block.y + 1) % 2);
  float v = *cluster.map_shared_rank(&tile[threadIdx.y][threadIdx.x], below); //~ RACE
  __syncthreads();
  tile[threadIdx.y][threadIdx.x] = v; //~ RACE
  cluster.sync();
  out[(blockIdx.y * gridDim.x + blockIdx.x) * 128 + threadIdx.y * 32 + threadIdx.x] = tile[3 - threadIdx.y][threadIdx.x];
}
