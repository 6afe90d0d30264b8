// raceproof: --block-dim 16,16
// Rows of a block are one row of the grid.
__global__ void fill(float* out) {
  unsigned x = __mul24(blockDim.x, blockIdx.x) + threadIdx.x;
  out[__mul24(__mul24(blockDim.x, gridDim.x), blockIdx.y) + x] = threadIdx.y;  //~ RACE
}
