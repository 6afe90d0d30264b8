// raceproof: --block-dim 128 --grid-dim 8 --param n=1000
// The last of eight blocks has 24 threads too many.
__global__ void square(float* out, const float* in, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  s[threadIdx.x] = in[i] * in[i];
  __syncthreads(); //~ EXITED
  out[i] = s[threadIdx.x];
}
