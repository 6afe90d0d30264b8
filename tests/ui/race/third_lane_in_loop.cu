// raceproof: --block-dim 32
// That it was read is not passed on: an even lane waits for the odd ones that read, but not for the reading.
__global__ void rounds(float* out, const float* in, int n) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  float v = 0.0f;
  for (int r = 0; r < n; r++) {
    if ((lane & 1) == 0) {
      s[lane] = in[r * 32 + lane];  //~ RACE
    }
    __syncwarp(3u << (lane & ~1));
    if (lane & 1) {
      __syncwarp(0xaaaaaaaau);
      v += s[(lane ^ 2) - 1];  //~ RACE
    }
    __syncwarp(3u << (lane & ~1));
  }
  out[lane] = v;
}
