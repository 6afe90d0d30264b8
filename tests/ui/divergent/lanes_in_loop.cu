// raceproof: --block-dim 32
// Lane i waits for the whole warp i times.
__global__ void stairs(float* out, const float* in) {
  int lane = threadIdx.x;
  float v = in[lane];
  for (int i = 0; i < lane; i++) {
    v *= 0.5f;
    __syncwarp(); //~ DIVERGENT
  }
  out[lane] = v;
}
