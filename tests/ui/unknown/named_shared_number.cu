// raceproof: --block-dim 128
// Both halves use barrier 1, so that a warp of one may meet a warp of the other.
__global__ void halves(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE?
  if (tid < 64) {
    __barrier_sync_count(1, 64);
    out[tid] = s[63 - tid]; //~ RACE?
  } else {
    __barrier_sync_count(1, 64);
    out[tid] = s[191 - tid]; //~ RACE?
  }
}
