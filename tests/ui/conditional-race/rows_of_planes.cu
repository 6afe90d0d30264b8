// raceproof: --block-dim 64
// Each warp has a plane, of which the first row stands for all: that an index stays in it is not assumed.
__global__ void planes(const int *to) {
  __shared__ float cells[2][4][16];
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) cells[warp][0][to[warp]] = warp; //~ RACE
}
