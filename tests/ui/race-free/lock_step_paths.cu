// raceproof: --block-dim 64 --warp-sync 32
// All lanes of the branch come to it on one path.
__global__ void outside(float* out, const float* in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t % 4 < 2) {
    s[t] = in[t];
    out[t] = s[t ^ 1];
  }
}
