// raceproof: --block-dim 64
// The same loop with reading and writing kept apart.
__global__ void rotate(float* out, const float* in, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  for (int i = 0; i < n; i++) {
    __syncthreads();
    float v = s[(tid + i + 1) % 64];
    n -= 1;
    __syncthreads();
    s[tid] = v;
  }
  out[tid] = s[tid];
}
