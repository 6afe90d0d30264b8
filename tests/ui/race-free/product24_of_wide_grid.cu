// raceproof: --block-dim 16,16
// Two rows are one only if a row has so many threads that 24 bits do not count them, which is assumed not to be.
__global__ void fill(float* out) {
  unsigned x = __mul24(blockDim.x, blockIdx.x) + threadIdx.x;
  out[__mul24(__mul24(blockDim.x, gridDim.x), threadIdx.y) + x] = threadIdx.y;
}
