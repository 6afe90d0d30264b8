// raceproof: --block-dim 64 --warp-sync 32
// In lock step, but the first fold is between the two warps.
__global__ void fold(float* out, const float* in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t]; //~ RACE
  if (t < 32) {
    s[t] += s[t + 32]; //~ RACE
  }
  out[t] = s[t];
}
