// raceproof: --block-dim 64
// The first 16 threads work, all of them wait.
__global__ void some(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 16) {
    s[tid] = in[tid];
  }
  __syncthreads();
  out[tid] = s[tid % 16];
}
