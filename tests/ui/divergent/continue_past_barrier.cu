// raceproof: --block-dim 64
// The continue skips the barrier for the upper threads.
__global__ void skip(float* out, const float* in, int n) {
  int tid = threadIdx.x;
  float v = in[tid];
  for (int i = 0; i < n; i++) {
    if (tid > i) {
      continue;
    }
    v += 1.0f;
    __syncthreads(); //~ DIVERGENT
  }
  out[tid] = v;
}
