// raceproof: --block-dim 32
// The mask names the lanes that arrive.
// FIXME(wrong verdict): expected race-free, today possible-race: partial masks are not modelled
__global__ void lower(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = in[lane];
    __syncwarp(0xffffu);
    out[lane] = s[15 - lane];
  } else {
    out[lane] = in[lane];
  }
}
