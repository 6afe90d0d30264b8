// raceproof: --block-dim 64 --grid-dim 4
// Within the block the barrier is enough.
__global__ void swap(float* out, float* all, const float* in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  all[i] = in[i];
  __syncthreads();
  out[i] = all[i ^ 32];
}
