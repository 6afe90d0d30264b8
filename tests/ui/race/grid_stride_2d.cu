// raceproof: --block-dim 16,16 --grid-dim 2,2
// The columns advance by a block instead of a grid.
__global__ void scale(float* a, float f, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += blockDim.y * gridDim.y) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += blockDim.x) {
      a[y * width + x] *= f; //~ RACE
    }
  }
}
