// raceproof: --block-dim 64
// Only the first 16 threads reach the barrier.
__global__ void some(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 16) {
    s[tid] = in[tid];
    __syncthreads(); //~ DIVERGENT
  }
  out[tid] = tid < 16 ? s[tid] : 0.0f;
}
