// Rows and columns both advance by the grid; x < width keeps the rows apart.
__global__ void scale(float* a, float f, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y * gridDim.y) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += blockDim.x * gridDim.x) {
      a[y * width + x] *= f;
    }
  }
}
