// raceproof: --block-dim 16,16
// Transposes the same tiles again and again. Fast threads load the next tile
// while slow ones still read the last: a barrier is missing at the end of the loop.
__global__ void transpose(float* out, const float* in, int tiles) {
  __shared__ float tile[16][17];
  for (int t = 0; t < tiles; t++) {
    int base = (blockIdx.x * tiles + t) * 256;
    tile[threadIdx.y][threadIdx.x] = in[base + threadIdx.y * 16 + threadIdx.x]; //~ RACE
    __syncthreads();
    out[base + threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; //~ RACE
  }
}
