// raceproof: --block-dim 16,16 --grid-dim 1,1
// The last step decides which threads store. Without a step the flag would be read before it is written, by all threads of the launch.
__global__ void last_step(int steps, const float *in, float *out, int width, int height, int border) {
  __shared__ float tile[16][16];
  int small = 16 - 2 * steps;
  int left = small * blockIdx.x - border, top = small * blockIdx.y - border;
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = left + tx, y = top + ty;
  bool inside = x >= 0 && x < width && y >= 0 && y < height;
  if (inside) tile[ty][tx] = in[y * width + x];
  __syncthreads();
  bool computed;
  for (int i = 0; i < steps; i++) {
    computed = false;
    float v = 0;
    if (tx > i && tx < 15 - i && ty > i && ty < 15 - i && inside) {
      computed = true;
      v = tile[ty][tx] * 2;
    }
    __syncthreads();
    if (i == steps - 1) break;
    if (computed) tile[ty][tx] = v;
    __syncthreads();
  }
  if (computed) out[y * width + x] = tile[ty][tx];
}
