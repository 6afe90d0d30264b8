// raceproof: --block-dim 64
// The helper lets threads go behind its barrier only.
__device__ void fold(float* out, float* s, int tid) {
  if (tid < 32) {
    s[tid] += s[tid + 32];
  }
  __syncthreads();
  if (tid >= 32) {
    return;
  }
  out[tid] = s[31 - tid];
}

__global__ void sum(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  fold(out, s, tid);
}
