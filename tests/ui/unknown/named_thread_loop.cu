// raceproof: --block-dim 128
// The two halves come to their barriers a different number of times.
__global__ void halves(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  for (int i = 0; i <= tid / 64; i++) {
    s[tid] = in[tid] + i; //~ RACE?
    __barrier_sync_count(1 + tid / 64, 64);
    out[tid] = s[tid ^ 63]; //~ RACE?
  }
}
