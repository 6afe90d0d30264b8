// raceproof: --block-dim 128
// The upper half meets the lower one once, and then waits for it in vain.
__global__ void meet(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid];
    __barrier_sync(0); //~ DIVERGENT?
  } else {
    s[tid] = 2.0f * in[tid];
    __barrier_sync(0); //~ DIVERGENT?
    __barrier_sync(0); //~ DIVERGENT
  }
  out[tid] = s[127 - tid];
}
