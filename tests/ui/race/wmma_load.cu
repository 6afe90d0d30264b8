// raceproof: --block-dim 32
// Which lane loads which element is not said, so that all must have been stored.
#include <mma.h>
using namespace nvcuda;

__global__ void scale(float* out, const float* in) {
  __shared__ float tile[16 * 16];
  for (int i = threadIdx.x; i < 256; i += 32) {
    tile[i] = in[i]; //~ RACE
  }
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::load_matrix_sync(c, tile, 16, wmma::mem_row_major); //~ RACE
  for (int i = 0; i < c.num_elements; i++) {
    c.x[i] *= 2.0f;
  }
  wmma::store_matrix_sync(out, c, 16, wmma::mem_row_major);
}
