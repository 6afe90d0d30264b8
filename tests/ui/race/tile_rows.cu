// raceproof: --block-dim 32,8 --param tiles=3
// No barrier at the end of the loop: the next tile is loaded over this one.
__global__ void columns(float* out, const float* in, int tiles) {
  __shared__ float tile[8][33];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < tiles; t++) {
    tile[y][x] = in[(t * 8 + y) * 32 + x]; //~ RACE
    __syncthreads();
    for (int k = 0; k < 8; k++) {
      sum += tile[k][x]; //~ RACE
    }
  }
  out[y * 32 + x] = sum;
}
