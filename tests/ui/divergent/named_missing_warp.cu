// raceproof: --block-dim 128 --param n=5
// In the last round the upper half does not come.
__global__ void halves(float* out, const float* in, int n) {
  int tid = threadIdx.x;
  for (int i = 0; i < n; i++) {
    out[i * 128 + tid] = in[i * 128 + tid];
    __barrier_sync_count(2, 128);
  }
  if (tid < 64) {
    __barrier_sync_count(3, 128); //~ DIVERGENT
  }
}
