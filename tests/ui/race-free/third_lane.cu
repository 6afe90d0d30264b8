// raceproof: --block-dim 32
// FIXME(wrong verdict): expected race-free, today possible-race: pairs of lanes are looked at without the others
// An even lane waits with its odd neighbour, and that one with the other odd lanes. So it is in order, by way of a third
// lane, but that is not seen.
__global__ void passed_on(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];  //~ RACE?
  __syncwarp(3u << (lane & ~1));
  if (lane & 1) {
    __syncwarp(0xaaaaaaaau);
    out[lane] = s[(lane ^ 2) - 1];  //~ RACE?
  }
}
