// raceproof: --block-dim 32
// Rows of sixteen elements are sixteen elements apart.
#include <mma.h>
using namespace nvcuda;

__global__ void fill(float* out, float value) {
  __shared__ float tile[16 * 16];
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(c, value);
  wmma::store_matrix_sync(tile, c, 16, wmma::mem_row_major);
  __syncwarp();
  out[threadIdx.x] = tile[threadIdx.x];
}
