// A grid of so many blocks that 24 bits do not count them is not meant.
__global__ void fill(float *out, unsigned width, unsigned height) {
  unsigned x = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
  unsigned y = __umul24(blockIdx.y, blockDim.y) + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = 1.0f;
}
