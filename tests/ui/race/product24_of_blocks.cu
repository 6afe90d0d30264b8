// As its namesake, but a block writes beyond its columns.
__global__ void fill(float *out, unsigned width, unsigned height) {
  unsigned x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  unsigned y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  if (x < width && y < height) out[y * width + x / 2] = x; //~ RACE
}
