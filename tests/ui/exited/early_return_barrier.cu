// raceproof: --block-dim 128
// The last block may hold threads that have left before the barrier.
__global__ void square(float* out, const float* in, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  s[threadIdx.x] = in[i] * in[i];
  __syncthreads(); //~ EXITED
  out[i] = s[threadIdx.x];
}
