// raceproof: --block-dim 16,16
// Free if the pitch is at least the width.
__global__ void fill(float* out, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    out[y * pitch + x] = (float)x / (1 + y); //~ RACE
  }
}
