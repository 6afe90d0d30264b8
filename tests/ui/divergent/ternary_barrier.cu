// raceproof: --block-dim 128
// A function with barriers is called on one side of a conditional expression only.
__device__ float block_max(float* s, int tid) {
  for (int half = 64; half > 0; half /= 2) {
    if (tid < half) {
      s[tid] = fmaxf(s[tid], s[tid + half]); //~ RACE?
    }
    __syncthreads(); //~ DIVERGENT
  }
  return s[0]; //~ RACE?
}

__global__ void scale(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  float top = tid < 100 ? block_max(s, tid) : 1.0f;
  out[tid] = in[tid] / top;
}
