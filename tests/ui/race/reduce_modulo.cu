// raceproof: --block-dim 256
// Without a barrier in the loop a thread adds a partial sum that is still being made.
__global__ void reduce(float* out, const float* in) {
  __shared__ float s[256];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    if (tid % (2 * step) == 0) {
      s[tid] += s[tid + step]; //~ RACE
    }
  }
  if (tid == 0) {
    out[blockIdx.x] = s[0];
  }
}
