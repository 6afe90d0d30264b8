// raceproof: --block-dim 128
// Each half waits twice at places of its own, and writes between them what the other half still reads.
__global__ void meet(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid];
    __barrier_sync(0);
    s[tid] = 1.0f + s[127 - tid]; //~ RACE
    __barrier_sync(0);
    out[tid] = s[127 - tid];
  } else {
    s[tid] = 2.0f * in[tid];
    __barrier_sync(0);
    s[tid] = 1.0f + s[127 - tid]; //~ RACE
    __barrier_sync(0);
    out[tid] = s[127 - tid];
  }
}
