// raceproof: --block-dim 16,16
// Free if width >= 16 * gridDim.x: a longer row runs into the next one.
__global__ void fill(float* out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * width + x] = (float)x / (1 + y); //~ RACE
}
