// raceproof: --block-dim 64 --param rows=4
// The inner loop skips its barrier on the diagonal.
__global__ void sweep(float* out, const float* in, int rows) {
  int tid = threadIdx.x;
  float v = 0.0f;
  for (int r = 0; r < rows; r++) {
    for (int c = 0; c < 64; c++) {
      if (c == tid) {
        continue;
      }
      v += in[r * 64 + c];
      __syncthreads(); //~ DIVERGENT
    }
  }
  out[tid] = v;
}
