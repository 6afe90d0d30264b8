// Rows of a parameter's length under a guard, and rows of the grid's length without one.
__global__ void guarded(float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * width + x] = (float)x / (1 + y);
  }
}

__global__ void whole_grid(float* out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * (gridDim.x * blockDim.x) + x] = (float)x / (1 + y);
}
