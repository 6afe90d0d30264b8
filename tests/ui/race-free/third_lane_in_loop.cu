// raceproof: --block-dim 32
// In every round the odd lanes pass on what their neighbours have written, and that it was read.
__global__ void rounds(float* out, const float* in, int n) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  float v = 0.0f;
  for (int r = 0; r < n; r++) {
    if ((lane & 1) == 0) {
      s[lane] = in[r * 32 + lane];
    }
    __syncwarp(3u << (lane & ~1));
    if (lane & 1) {
      __syncwarp(0xaaaaaaaau);
      v += s[(lane ^ 2) - 1];
      __syncwarp(0xaaaaaaaau);
    }
    __syncwarp(3u << (lane & ~1));
  }
  out[lane] = v;
}
