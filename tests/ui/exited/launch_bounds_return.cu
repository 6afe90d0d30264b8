// A launch may fill the bounds, and then half of the block leaves.
__global__ void __launch_bounds__(128) pick(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid >= 64) {
    return;
  }
  s[tid] = in[tid];
  __syncthreads(); //~ EXITED
  out[tid] = s[tid];
}
