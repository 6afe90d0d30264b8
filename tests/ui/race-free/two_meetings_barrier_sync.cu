// raceproof: --block-dim 128
// Each half waits twice at places of its own, and the n-th wait of one half is the n-th of the other.
__global__ void meet(float* out, const float* in) {
  __shared__ float s[128], t[128];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid];
    __barrier_sync(0);
    t[tid] = s[127 - tid];
    __barrier_sync(0);
    out[tid] = t[127 - tid];
  } else {
    s[tid] = 2.0f * in[tid];
    __barrier_sync(0);
    t[tid] = s[127 - tid];
    __barrier_sync(0);
    out[tid] = t[127 - tid];
  }
}
