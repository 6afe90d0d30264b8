// raceproof: --block-dim 64
// Half of the block always leaves; the other half works on behind the barrier.
__global__ void half(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid >= 32) {
    return;
  }
  s[tid] = in[tid];
  __syncthreads(); //~ EXITED
  out[tid] = s[31 - tid];
}
