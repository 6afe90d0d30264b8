// Rows go to threadIdx.y, columns to threadIdx.x.
__global__ void scale(float* a, float f, int rows, int cols) {
  for (int r = threadIdx.y; r < rows; r += blockDim.y) {
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
      a[r * cols + c] += f * threadIdx.x;
    }
  }
}
