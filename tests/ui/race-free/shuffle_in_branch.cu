// raceproof: --block-dim 32
// All lanes shuffle, half of them use it.
__global__ void fold(float* out, const float* in) {
  int lane = threadIdx.x;
  float v = in[lane];
  float w = __shfl_down_sync(0xffffffffu, v, 8);
  if (lane < 16) {
    v += w;
  }
  out[lane] = v;
}
