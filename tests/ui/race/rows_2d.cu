// raceproof: --block-dim 16,16 --grid-dim 4,4
// The row is as long as a block, not as the grid.
__global__ void fill(float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * blockDim.x + x] = (float)x / (1 + y); //~ RACE
}
