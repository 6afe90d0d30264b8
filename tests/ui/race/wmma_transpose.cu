// raceproof: --block-dim 32 --grid-dim 1
// What is loaded by columns and stored by rows goes to the elements of other lanes.
#include <mma.h>
using namespace nvcuda;

__global__ void scale(float* tile, int times) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  for (int i = 0; i < times; i++) {
    wmma::load_matrix_sync(c, tile, 16, wmma::mem_col_major); //~ RACE
    for (int k = 0; k < c.num_elements; k++) {
      c.x[k] *= 2.0f;
    }
    wmma::store_matrix_sync(tile, c, 16, wmma::mem_row_major); //~ RACE
  }
}
