// raceproof: --block-dim 128
// The way down runs without barriers.
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
      s[bi] += s[ai]; //~ RACE
    }
    offset *= 2;
  }
  if (tid == 0) {
    s[n - 1] = 0.0f; //~ RACE
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    if (tid < d) {
      int ai = offset * (2 * tid + 1) - 1;
      int bi = offset * (2 * tid + 2) - 1;
      float t = s[ai]; //~ RACE
      s[ai] = s[bi]; //~ RACE
      s[bi] += t; //~ RACE
    }
  }
  __syncthreads();
  out[2 * tid] = s[2 * tid];
  out[2 * tid + 1] = s[2 * tid + 1];
}
