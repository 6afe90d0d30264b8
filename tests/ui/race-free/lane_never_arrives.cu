// raceproof: --block-dim 32
// The mask names the lanes that arrive.
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
