// raceproof: --block-dim 64
// Four lanes in a row have one key, and wait for each other.
__global__ void groups(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  int k = tid % 32 / 4;
  unsigned peers = __match_any_sync(0xffffffffu, k);
  s[tid] = in[tid];
  __syncwarp(peers);
  out[tid] = s[tid ^ 3];
}
