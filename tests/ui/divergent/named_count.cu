// raceproof: --block-dim 128
// 96 threads are awaited, and 64 come.
__global__ void pairs(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  if (tid < 64) {
    __barrier_sync_count(1, 96); //~ DIVERGENT
    v *= 2.0f;
  }
  out[tid] = v;
}
