// x and y are bounded by their extents; z needs no bound.
__global__ void fill(float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < width && y < height) {
    out[(z * height + y) * width + x] = x + 0.5f * y + 0.1f * z;
  }
}
