// raceproof: --block-dim 128
// One half waits for itself, the other for all.
__global__ void halves(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE?
  __barrier_sync_count(1, tid < 64 ? 64 : 128);
  out[tid] = s[127 - tid]; //~ RACE?
}
