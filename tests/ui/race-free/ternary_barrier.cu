// raceproof: --block-dim 128
// All threads take part in the maximum; some leave the result unused.
__device__ float block_max(float* s, int tid) {
  for (int half = 64; half > 0; half /= 2) {
    if (tid < half) {
      s[tid] = fmaxf(s[tid], s[tid + half]);
    }
    __syncthreads();
  }
  return s[0];
}

__global__ void scale(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  float top = block_max(s, tid);
  out[tid] = in[tid] / (tid < 100 ? top : 1.0f);
}
