// raceproof: --block-dim 128
// The upper half meets the lower one once, and then waits for it in vain.
// FIXME(wrong verdict): expected divergent, today race: sites of `barrier.sync 0` are not taken for one barrier
__global__ void meet(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid]; //~ RACE?
    __barrier_sync(0); //~ DIVERGENT?
  } else {
    s[tid] = 2.0f * in[tid]; //~ RACE?
    __barrier_sync(0); //~ DIVERGENT?
    __barrier_sync(0); //~ DIVERGENT
  }
  out[tid] = s[127 - tid]; //~ RACE?
}
