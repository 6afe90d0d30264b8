// raceproof: --block-dim 128
// Nothing says that the blocks are full: the last one may lose threads before the barrier.
__global__ void reverse(float* out, const float* in, int n) {
  __shared__ float s[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  s[threadIdx.x] = in[i];
  __syncthreads(); //~ EXITED
  out[i] = 2.0f * s[threadIdx.x];
}
