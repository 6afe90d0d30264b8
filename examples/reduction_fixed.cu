// raceproof: --block-dim 256
// A barrier per round, outside the condition: all 256 threads must reach it.
__global__ void sum(float* out, const float* in) {
  __shared__ float part[256];
  int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (tid < half) {
      part[tid] += part[tid + half];
    }
    __syncthreads();
  }
  if (tid == 0) {
    out[blockIdx.x] = part[0];
  }
}
