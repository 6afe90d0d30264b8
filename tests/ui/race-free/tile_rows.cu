// raceproof: --block-dim 32,8
// A barrier before the tile is filled, and one before it is read.
__global__ void columns(float* out, const float* in, int tiles) {
  __shared__ float tile[8][33];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;
  for (int t = 0; t < tiles; t++) {
    __syncthreads();
    tile[y][x] = in[(t * 8 + y) * 32 + x];
    __syncthreads();
    for (int k = 0; k < 8; k++) {
      sum += tile[k][x];
    }
  }
  out[y * 32 + x] = sum;
}
