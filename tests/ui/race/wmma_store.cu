// raceproof: --block-dim 64
// Both warps store their product into the same tile.
#include <mma.h>
using namespace nvcuda;

__global__ void multiply(float* out, const half* a, const half* b) {
  __shared__ float tile[16 * 16];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, 0.0f);
  wmma::load_matrix_sync(fa, a + 256 * (threadIdx.x / 32), 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::mma_sync(c, fa, fb, c);
  wmma::store_matrix_sync(tile, c, 16, wmma::mem_row_major); //~ RACE
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += 64) {
    out[i] = tile[i];
  }
}
