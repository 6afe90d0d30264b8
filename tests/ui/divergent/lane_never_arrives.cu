// raceproof: --block-dim 32
// The mask names 32 lanes, and 16 arrive.
__global__ void lower(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  if (lane < 16) {
    s[lane] = in[lane];
    __syncwarp(); //~ DIVERGENT
    out[lane] = s[lane];
  } else {
    out[lane] = in[lane];
  }
}
