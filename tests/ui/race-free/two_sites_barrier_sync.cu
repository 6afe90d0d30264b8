// raceproof: --block-dim 128
// Barrier 0 without alignment: two halves of the block wait at different places of the program.
__global__ void meet(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid];
    __barrier_sync(0);
  } else {
    s[tid] = 2.0f * in[tid];
    __barrier_sync(0);
  }
  out[tid] = s[127 - tid];
}
