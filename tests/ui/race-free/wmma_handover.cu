// raceproof: --block-dim 64
// A warp stores a product and waits before it loads the tile as a factor of the next one.
#include <mma.h>
using namespace nvcuda;

__global__ void square_twice(float* out, const half* in) {
  __shared__ half tiles[2][16 * 16];
  half* tile = tiles[threadIdx.x / 32];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> square;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> result;
  wmma::load_matrix_sync(fa, in + 256 * (threadIdx.x / 32), 16);
  wmma::load_matrix_sync(fb, in + 256 * (threadIdx.x / 32), 16);
  wmma::fill_fragment(square, __float2half(0.0f));
  wmma::mma_sync(square, fa, fb, square);
  wmma::store_matrix_sync(tile, square, 16, wmma::mem_row_major);
  __syncwarp();
  wmma::load_matrix_sync(fa, tile, 16);
  wmma::load_matrix_sync(fb, tile, 16);
  wmma::fill_fragment(result, 0.0f);
  wmma::mma_sync(result, fa, fb, result);
  wmma::store_matrix_sync(out + 256 * (threadIdx.x / 32), result, 16, wmma::mem_row_major);
}
