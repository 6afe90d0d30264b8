// raceproof: --block-dim 32
// Who takes part changes from round to round; the whole warp ends each of them.
__global__ void rounds(float* out, const float* in, int n) {
  __shared__ float s[32];
  int tid = threadIdx.x;
  for (int i = 0; i < n; i++) {
    bool c = in[i * 32 + tid] > 0.0f;
    unsigned mask = __ballot_sync(0xffffffffu, c);
    if (c) {
      s[tid] = in[tid + i];
      __syncwarp(mask);
      float v = mask >> (tid ^ 1) & 1 ? s[tid ^ 1] : 0.0f;
      __syncwarp(mask);
      out[tid + i * 32] = v;
    }
    __syncwarp();
  }
}
