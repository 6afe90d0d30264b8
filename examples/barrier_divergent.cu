// raceproof: --block-dim 64
// Waits for the other half of the block, which never comes.
__global__ void fold(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  if (tid < 32) {
    __syncthreads(); //~ DIVERGENT
    out[tid] = s[tid];
  }
}
