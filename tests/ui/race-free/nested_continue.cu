// raceproof: --block-dim 64
// The diagonal is skipped in the sum, not at the barrier.
__global__ void sweep(float* out, const float* in, int rows) {
  int tid = threadIdx.x;
  float v = 0.0f;
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < 64; c++) {
      if (c != tid) {
        v += in[r * 64 + c];
      }
      __syncthreads();
    }
  }
  out[tid] = v;
}
