// raceproof: --block-dim 256
// The barrier is back outside the condition of the adding threads.
__global__ void reduce(float* out, const float* in) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (tid < half) {
      s[tid] += s[tid + half];
    }
    __syncthreads();
  }
  if (tid == 0) {
    out[blockIdx.x] = s[0];
  }
}
