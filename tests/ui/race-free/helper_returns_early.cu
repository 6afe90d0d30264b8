// raceproof: --block-dim 64
// The barrier has moved behind the call, where the threads are together again.
__device__ void fold(float* s, int tid) {
  if (tid >= 32) {
    return;
  }
  s[tid] += s[tid + 32];
}

__global__ void sum(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  fold(s, tid);
  __syncthreads();
  out[tid] = s[tid % 32];
}
