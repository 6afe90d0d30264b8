// raceproof: --block-dim 128,4
// Free if no warp has a tile across the end of a column, where half a tile may be left over.
#include <mma.h>
#include <raceproof.h>
using namespace nvcuda;

__global__ void scale(float* c, int m, int n, float factor) {
  __requires(m % 8 == 0);
  int row = 16 * ((blockIdx.x * blockDim.x + threadIdx.x) / warpSize);
  int column = 16 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (row < m && column < n) {
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> tile;
    wmma::load_matrix_sync(tile, c + row + column * m, m, wmma::mem_col_major); //~ RACE
    for (int i = 0; i < tile.num_elements; i++) {
      tile.x[i] *= factor;
    }
    wmma::store_matrix_sync(c + row + column * m, tile, m, wmma::mem_col_major); //~ RACE
  }
}
