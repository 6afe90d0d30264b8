// raceproof: --block-dim 32
// Tiles of four and of eight lanes wait in turns; the two lanes are of one tile of eight.
__global__ void k(float* out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    unsigned m = i % 2 ? 0xffu << (t & 24) : 0xfu << (t & 28);
    __syncwarp(m);
    if (i == 0 && t == 0) {
      s[0] = 1;
    }
    if (i == 2 && t == 7) {
      out[0] = s[0];
    }
  }
}
