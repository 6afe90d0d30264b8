// raceproof: --block-dim 128
// 64 threads are awaited, and 64 come.
__global__ void pairs(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float v = in[tid];
  if (tid < 64) {
    s[tid] = v;
    __barrier_sync_count(1, 64);
    v += s[63 - tid];
  }
  out[tid] = v;
}
