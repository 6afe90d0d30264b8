// raceproof: --block-dim 16,8
// A row of this block is half a warp: rows 1 and 2 are in different warps.
__global__ void above(float* out, const float* in) {
  __shared__ float s[8][16];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x]; //~ RACE
  __syncwarp();
  out[y * 16 + x] = y > 0 ? s[y - 1][x] : 0.0f; //~ RACE
}
