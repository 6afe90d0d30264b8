// raceproof: --block-dim 64
// Half a warp cannot store a tile.
#include <mma.h>
using namespace nvcuda;

__global__ void fill(float* out, float value) {
  __shared__ float tile[16 * 16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, value);
  if (threadIdx.x < 16) {
    wmma::store_matrix_sync(tile, c, 16, wmma::mem_row_major); //~ DIVERGENT
  }
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}
