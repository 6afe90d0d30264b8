// The launch bounds exclude the return.
__global__ void __launch_bounds__(64) pick(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid >= 64) {
    return;
  }
  s[tid] = in[tid];
  __syncthreads();
  out[tid] = s[tid];
}
