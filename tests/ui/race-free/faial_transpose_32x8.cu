// raceproof: --block-dim 32,8
// Rows ty, ty+8, ty+16, ty+24 belong to one thread, and both phases end in a barrier.
#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void transpose_reps(float* odata, const float* idata, int width, int height, int nreps) {
  __requires(width == 32 * gridDim.x);
  __requires(height == 32 * gridDim.y);
  __shared__ float tile[TILE_DIM][TILE_DIM];
  int xin = blockIdx.x * TILE_DIM + threadIdx.x;
  int yin = blockIdx.y * TILE_DIM + threadIdx.y;
  int xout = blockIdx.y * TILE_DIM + threadIdx.x;
  int yout = blockIdx.x * TILE_DIM + threadIdx.y;
  int in = xin + yin * width;
  int out = xout + yout * height;
  for (int r = 0; r < nreps; r++) {
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) {
      tile[threadIdx.y + i][threadIdx.x] = idata[in + i * width];
    }
    __syncthreads();
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
      odata[out + j * height] = tile[threadIdx.x][threadIdx.y + j];
    }
    __syncthreads();
  }
}
