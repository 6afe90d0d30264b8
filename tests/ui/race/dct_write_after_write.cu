// raceproof: --block-dim 8,8 --param height=6
// No barrier between clearing the tile and loading it.
// A tile of eight by eight pixels: transformed along its rows, then along its columns, and stored transposed.
__global__ void dct(float* out, const float* in, const float* basis, int height) {
  __shared__ float c[8][8];
  __shared__ float tile[8][8];
  __shared__ float part[8][8];
  int x = threadIdx.x, y = threadIdx.y;
  c[y][x] = basis[y * 8 + x];
  tile[y][x] = 0.0f; //~ RACE
  if (y < height) {
    tile[x][y] = in[y * 8 + x]; //~ RACE
  }
  __syncthreads();
  float v = 0.0f;
  for (int k = 0; k < 8; k++) {
    v += tile[k][y] * c[x][k];
  }
  part[y][x] = v;
  __syncthreads();
  v = 0.0f;
  for (int k = 0; k < 8; k++) {
    v += c[y][k] * part[k][x];
  }
  __syncthreads();
  part[x][y] = v;
  __syncthreads();
  out[y * 8 + x] = part[y][x];
}
