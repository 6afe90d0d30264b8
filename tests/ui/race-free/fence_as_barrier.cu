// raceproof: --block-dim 64
// A barrier orders memory of the block without any fence.
__global__ void swap(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  out[tid] = s[tid ^ 1];
}
