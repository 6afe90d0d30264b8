// raceproof: --block-dim 64
// Half of the block exits before a barrier.
__global__ void half(int* out, const int* in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x >= 32) {
    asm volatile("exit;");
  }
  __syncthreads();  //~ EXITED
  out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
}
