// Image extents as unsigned numbers: what a width of 2^32 - 1 would wrap to is no witness.
__global__ void narrow(float* out, unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = x;
}

__global__ void wide(float* out, size_t width, size_t height) {
  size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  size_t y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * width + x] = x;
  }
}

// The comparison is unsigned because one side is.
__global__ void mixed(float* out, int width, int height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = x;
}
