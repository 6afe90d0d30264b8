// raceproof: --block-dim 64
// In each round one thread leaves for good.
__global__ void leave(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  for (int r = 0; r < 32; r++) {
    if (r == tid) {
      return;
    }
    v += 1.0f;
    __syncthreads(); //~ EXITED
  }
  out[tid] = v;
}
