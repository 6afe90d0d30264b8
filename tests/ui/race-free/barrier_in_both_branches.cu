// raceproof: --block-dim 64
// Which of the two barriers it is depends on the block, not on the thread.
__global__ void either(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  int i = blockIdx.x * 64 + tid;
  if (blockIdx.x % 2 == 1) {
    s[tid] = in[i];
    __syncthreads();
  } else {
    s[tid] = 2.0f * in[i];
    __syncthreads();
  }
  out[i] = s[63 - tid];
}
