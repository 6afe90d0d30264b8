// raceproof: --block-dim 32,4
// Two rows share a barrier, and read what they have written.
__global__ void rows(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.y * 32 + threadIdx.x;
  s[tid] = in[tid];
  __barrier_sync_count(1 + threadIdx.y / 2, 64);
  out[tid] = s[(tid + 32) % 64 + tid / 64 * 64];
}
