// raceproof: --block-dim 64 --warp-sync 32
// Code from before Volta: the lanes of a warp do each access together, in every round of the fold.
__global__ void fold(float* out, const float* in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t % 32 < 16) {
    for (int d = 16; d > 0; d /= 2) {
      s[t] += s[t + d];
    }
  }
  if (t % 32 == 0) {
    out[t / 32] = s[t];
  }
}
