// raceproof: --block-dim 64
// Who waits depends on the input.
__global__ void positive(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  if (v > 0.0f) {
    __syncthreads(); //~ DIVERGENT
  }
  out[tid] = v;
}
