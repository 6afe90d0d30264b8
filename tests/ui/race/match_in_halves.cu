// raceproof: --block-dim 32
// The lanes of a half with one key wait for each other, not for those of the other half.
__global__ void k(float* out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  unsigned half = 0xffffu << (t & 16);
  unsigned peers = __match_any_sync(half, t % 4);
  s[t] = t; //~ RACE
  __syncwarp(peers);
  out[t] = s[t ^ 16]; //~ RACE
}
