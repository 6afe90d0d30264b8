// raceproof: --block-dim 128,2 --grid-dim 2,2
// Each warp adds the product of its rows and columns to a tile of its own.
#include <mma.h>
using namespace nvcuda;

constexpr int N = 128;

__global__ void add_product(float* c, const half* a, const half* b) {
  int row = 16 * ((blockIdx.x * blockDim.x + threadIdx.x) / warpSize);
  int column = 16 * (blockIdx.y * blockDim.y + threadIdx.y);
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, old;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < N; k += 16) {
    wmma::load_matrix_sync(fa, a + row * N + k, N);
    wmma::load_matrix_sync(fb, b + column * N + k, N);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  wmma::load_matrix_sync(old, c + row * N + column, N, wmma::mem_row_major);
  for (int i = 0; i < sum.num_elements; i++) {
    sum.x[i] += old.x[i];
  }
  wmma::store_matrix_sync(c + row * N + column, sum, N, wmma::mem_row_major);
}
