// raceproof: --block-dim 16,16
// The second barrier lets everybody finish reading before the tile is used again.
__global__ void transpose(float* out, const float* in, int tiles) {
  __shared__ float tile[16][17];
  for (int t = 0; t < tiles; t++) {
    int base = (blockIdx.x * tiles + t) * 256;
    tile[threadIdx.y][threadIdx.x] = in[base + threadIdx.y * 16 + threadIdx.x];
    __syncthreads();
    out[base + threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
}
