// raceproof: --block-dim 64
// Each warp has a plane, of which the first row stands for all: nothing says that an index stays in it.
__global__ void planes(const int *to, float *out) {
  __shared__ float cells[2][4][16];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane == 0) cells[warp][0][to[warp]] = warp; //~ RACE?
  if (lane == 5) out[2 * blockIdx.x + warp] = cells[warp][2][3]; //~ RACE?
}
