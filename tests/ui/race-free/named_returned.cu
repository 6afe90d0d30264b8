// raceproof: --block-dim 128
// The others have returned, and are not awaited.
__global__ void lower(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid >= 64) {
    return;
  }
  s[tid] = in[tid];
  __barrier_sync_count(1, 64);
  out[tid] = s[63 - tid];
}
