// raceproof: --block-dim 32
// the mask is of the half, the sites of odd and even lanes
__global__ void k(int* out, const int* in) {
  __shared__ int s[32];
  int t = threadIdx.x;
  unsigned m = t < 16 ? 0xffffu : 0xffff0000u;
  if (t % 2) { s[t] = 1; __syncwarp(m); out[t] = s[t ^ 1]; }
  else { s[t] = 2; __syncwarp(m); out[t] = s[t ^ 16]; }
}
