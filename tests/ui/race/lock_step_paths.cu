// raceproof: --block-dim 64 --warp-sync 32
// The lanes of the branch come to it on two paths, one after the other.
__global__ void outside(float* out, const float* in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t % 4 == 0 || t % 8 == 1) {
    s[t] = in[t]; //~ RACE
    out[t] = s[t ^ 1]; //~ RACE
  }
}
