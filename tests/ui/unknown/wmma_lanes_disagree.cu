// raceproof: --block-dim 32
// All lanes have to name one tile: what is loaded where they do not is undefined.
#include <mma.h>
using namespace nvcuda;

__global__ void load(float* out, const float* in) {
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::load_matrix_sync(c, in + 256 * (threadIdx.x / 16), 16, wmma::mem_row_major);
  out[threadIdx.x] = c.x[0];
}
