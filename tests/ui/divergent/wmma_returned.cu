// raceproof: --block-dim 64
// A warp that has lost lanes cannot multiply: unlike a barrier, the product waits for threads that have returned.
#include <mma.h>
using namespace nvcuda;

__global__ void multiply(float* out, const half* a, const half* b) {
  if (threadIdx.x >= 48) {
    return;
  }
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::mma_sync(c, fa, fb, c); //~ DIVERGENT
  out[threadIdx.x] = c.x[0];
}
