// raceproof: --block-dim 128 --grid-dim 8 --param n=1024
// Eight full blocks.
__global__ void square(float* out, const float* in, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i] * in[i];
  __syncthreads();
  out[i] = s[127 - threadIdx.x];
}
