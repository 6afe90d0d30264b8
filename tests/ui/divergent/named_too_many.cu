// raceproof: --block-dim 128
// 64 threads are awaited, and 128 come: whichever come first go on.
__global__ void mirror(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  __barrier_sync_count(1, 64); //~ DIVERGENT
  out[tid] = v;
}
