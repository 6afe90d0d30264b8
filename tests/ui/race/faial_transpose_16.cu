// raceproof: --block-dim 16,16 --grid-dim 64,64
// The next repetition overwrites the tile while slower threads still read it.
#define TILE_DIM 16
#define BLOCK_ROWS 16

__global__ void transpose_reps(float* odata, const float* idata, int width, int height, int nreps) {
  __requires(width == 1024);
  __requires(height == 1024);
  __shared__ float tile[TILE_DIM][TILE_DIM];
  int xin = blockIdx.x * TILE_DIM + threadIdx.x;
  int yin = blockIdx.y * TILE_DIM + threadIdx.y;
  int xout = blockIdx.y * TILE_DIM + threadIdx.x;
  int yout = blockIdx.x * TILE_DIM + threadIdx.y;
  int in = xin + yin * width;
  int out = xout + yout * height;
  for (int r = 0; r < nreps; r++) {
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) {
      tile[threadIdx.y + i][threadIdx.x] = idata[in + i * width]; //~ RACE
    }
    __syncthreads();
    for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS) {
      odata[out + j * height] = tile[threadIdx.x][threadIdx.y + j]; //~ RACE
    }
  }
}
