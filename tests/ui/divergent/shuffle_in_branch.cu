// raceproof: --block-dim 32
// The mask names all lanes, and half of them come to the shuffle.
__global__ void fold(float* out, const float* in) {
  int lane = threadIdx.x;
  float v = in[lane];
  if (lane < 16) {
    v += __shfl_down_sync(0xffffffffu, v, 8); //~ DIVERGENT
  }
  out[lane] = v;
}
