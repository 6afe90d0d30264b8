// The stride is the size of the grid.
__global__ void scale(float* y, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    y[i] = a * y[i];
  }
}
