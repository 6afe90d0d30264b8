// raceproof: --block-dim 64
// All threads make as many rounds as the last one needs.
__global__ void rounds(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  for (int i = 0; i < 64; i++) {
    if (i < tid) {
      v *= 0.5f;
    }
    __syncthreads();
  }
  out[tid] = v;
}
