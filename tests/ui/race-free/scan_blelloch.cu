// raceproof: --block-dim 128
// Odd and even multiples of offset, less one, belong to one thread each; a barrier per level.
__global__ void scan(float* out, const float* in) {
  const int n = 256;
  __shared__ float s[n];
  int tid = threadIdx.x;
  s[2 * tid] = in[2 * tid];
  s[2 * tid + 1] = in[2 * tid + 1];
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (tid < d) {
      int ai = offset * (2 * tid + 1) - 1;
      int bi = offset * (2 * tid + 2) - 1;
      s[bi] += s[ai];
    }
    offset *= 2;
  }
  if (tid == 0) {
    s[n - 1] = 0.0f;
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (tid < d) {
      int ai = offset * (2 * tid + 1) - 1;
      int bi = offset * (2 * tid + 2) - 1;
      float t = s[ai];
      s[ai] = s[bi];
      s[bi] += t;
    }
  }
  __syncthreads();
  out[2 * tid] = s[2 * tid];
  out[2 * tid + 1] = s[2 * tid + 1];
}
