// raceproof: --block-dim 64
// The return leaves the helper, not the kernel: half of the threads pass by its barrier and go on.
__device__ void fold(float* s, int tid) {
  if (tid >= 32) {
    return;
  }
  s[tid] += s[tid + 32];
  __syncthreads(); //~ DIVERGENT
}

__global__ void sum(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  fold(s, tid);
  out[tid] = 2.0f * in[tid];
}
