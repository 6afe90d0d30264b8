// raceproof: --block-dim 256
// The factor 2 is missing: thread t reads s[step * (t + 1)], which thread t + 1 writes.
__global__ void reduce(float* out, const float* in) {
  __shared__ float s[256];
  unsigned tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (unsigned step = 1; step < blockDim.x; step *= 2) {
    unsigned i = step * tid;
    if (i + step < blockDim.x) {
      s[i] += s[i + step]; //~ RACE
    }
    __syncthreads();
  }
  if (tid == 0) {
    out[blockIdx.x] = s[0];
  }
}
