// raceproof: --block-dim 32
// Odd and even lanes of each half wait at places of their own; the even ones read from the other half.
__global__ void pairs(int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  unsigned m = t < 16 ? 0xffffu : 0xffff0000u;
  if (t % 2) {
    s[t] = 1;
    __syncwarp(m);
    out[t] = s[t ^ 1];
  } else {
    s[t] = 2; //~ RACE
    __syncwarp(m);
    out[t] = s[t ^ 16]; //~ RACE
  }
}
