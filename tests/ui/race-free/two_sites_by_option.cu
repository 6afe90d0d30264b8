// raceproof: --block-dim 128 --barrier-match any
// Two places of `__syncthreads`, and the option says that any will do.
__global__ void meet(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid];
    __syncthreads();
  } else {
    s[tid] = 2.0f * in[tid];
    __syncthreads();
  }
  out[tid] = s[127 - tid];
}
