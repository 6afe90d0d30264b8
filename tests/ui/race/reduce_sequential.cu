// raceproof: --block-dim 256
// One thread too many: thread half writes s[half], which thread 0 reads.
__global__ void reduce(float* out, const float* in) {
  __shared__ float s[512];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  s[tid + 256] = 0.0f;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
    if (tid <= half) {
      s[tid] += s[tid + half]; //~ RACE
    }
    __syncthreads();
  }
  if (tid == 0) {
    out[blockIdx.x] = s[0];
  }
}
