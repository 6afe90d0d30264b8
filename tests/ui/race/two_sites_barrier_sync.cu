// raceproof: --block-dim 128
// Barrier 0 without alignment: the second half writes behind the place where it waits.
__global__ void meet(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid];
    __barrier_sync(0);
  } else {
    __barrier_sync(0);
    s[tid] = 2.0f * in[tid]; //~ RACE
  }
  out[tid] = s[127 - tid]; //~ RACE
}
