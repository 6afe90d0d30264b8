// raceproof: --block-dim 32
// Of the lanes that voted, some vote again, and read what the others have written.
__global__ void k(float* out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  unsigned m = __ballot_sync(0xffffffffu, t % 2 == 0);
  if (t % 2 == 0) {
    s[t] = t; //~ RACE
    unsigned m2 = __ballot_sync(m, t % 8 < 4);
    if (t % 8 < 4) {
      __syncwarp(m2);
      out[t] = s[t ^ 4]; //~ RACE
    }
  }
}
