// raceproof: --block-dim 256
// Each thread adds to 64 elements of a tile, 16 rows and 15 columns apart: one too few, one by one.
#include <raceproof.h>

template <int I>
__device__ void add(float* at, int ld) {
  if constexpr (I < 64) {
    at[16 * (I / 8) * ld + 15 * (I % 8)] += 2.0f;  //~ RACE
    add<I + 1>(at, ld);
  }
}

__global__ void tile(float* c, int ld) {
  __requires(ld >= 128 * gridDim.x);
  int row = blockIdx.y * 128 + threadIdx.x / 16, column = blockIdx.x * 128 + threadIdx.x % 16;
  add<0>(c + row * ld + column, ld);
}
