// raceproof: --block-dim 32
// The last lane returns when what it passes on is passed on.
__global__ void after_both(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  __syncwarp(3u << (lane & ~1));
  if (lane & 1) {
    __syncwarp(0xaaaaaaaau);
    if (lane == 31) {
      return;
    }
    out[lane] = s[(lane ^ 2) - 1];
  }
}
