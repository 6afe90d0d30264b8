// raceproof: --block-dim 32 --grid-dim 1
// The warp waits between loading the tile by columns and storing it by rows, and before it loads the next time.
#include <mma.h>
using namespace nvcuda;

__global__ void transpose(float* tile, int times) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  for (int i = 0; i < times; i++) {
    wmma::load_matrix_sync(c, tile, 16, wmma::mem_col_major);
    __syncwarp();
    wmma::store_matrix_sync(tile, c, 16, wmma::mem_row_major);
    __syncwarp();
  }
}
