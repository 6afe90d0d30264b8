// raceproof: --block-dim 96
// The last warp of three is not needed.
__global__ void pick(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid >= 64) {
    return;
  }
  s[tid] = in[tid];
  __syncthreads(); //~ EXITED
  out[tid] = s[63 - tid];
}
