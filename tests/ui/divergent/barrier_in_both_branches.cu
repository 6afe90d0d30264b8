// raceproof: --block-dim 64
// Two barriers are not one: odd and even threads wait at different places.
__global__ void either(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid % 2 == 1) {
    s[tid] = in[tid];
    __syncthreads(); //~ DIVERGENT
  } else {
    s[tid] = 2.0f * in[tid];
    __syncthreads(); //~ DIVERGENT
  }
  out[tid] = s[tid];
}
