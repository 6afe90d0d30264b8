// raceproof: --block-dim 64
// All threads pass the barrier; then half of them work on.
__global__ void fold(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) {
    out[tid] = s[tid] + s[tid + 32];
  }
}
