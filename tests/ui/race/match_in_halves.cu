// raceproof: --block-dim 32
// match among halves: equal keys in different halves are not peers
__global__ void k(float* out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  unsigned half = 0xffffu << (t & 16);
  unsigned peers = __match_any_sync(half, t % 4);
  s[t] = t;
  __syncwarp(peers);
  out[t] = s[t ^ 16];
}
