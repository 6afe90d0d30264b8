// raceproof: --block-dim 96
// The block waits for the halo.
__global__ void blur(float* out, const float* in) {
  __shared__ float s[98];
  int tid = threadIdx.x;
  s[tid + 1] = in[tid];
  if (tid == 0) {
    s[0] = 0.0f;
    s[97] = 0.0f;
  }
  __syncthreads();
  out[tid] = s[tid] + s[tid + 1] + s[tid + 2];
}
