// raceproof: --block-dim 16,8
// Two rows make a warp: pairs of rows may exchange.
__global__ void above(float* out, const float* in) {
  __shared__ float s[8][16];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  __syncwarp();
  out[y * 16 + x] = s[y ^ 1][x];
}
