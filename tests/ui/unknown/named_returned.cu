// raceproof: --block-dim 128
// Whether the barrier still waits for threads that have returned is not said.
__global__ void lower(float* out, const float* in) {
  int tid = threadIdx.x;
  if (tid >= 64) {
    return;
  }
  float v = in[tid];
  __barrier_sync_count(1, 128);
  out[tid] = v;
}
