// raceproof: --block-dim 32
// In the lower half those who voted wait for each other, and so do the rest.
__global__ void k(float* out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  bool c = t % 4 < 2;
  unsigned m = __ballot_sync(0xffffffffu, c);
  s[t] = t;
  if (t < 16) {
    if (c) {
      __syncwarp(m & 0xffff);
    } else {
      __syncwarp(~m & 0xffff);
    }
  }
  out[t] = t < 16 ? s[t ^ 1] : 0;
}
