// raceproof: --block-dim 16,16
// The bounds are swapped: only right if width >= height.
__global__ void fill(float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < height && y < width) {
    out[y * width + x] = (float)x / (1 + y); //~ RACE
  }
}
