// raceproof: --block-dim 256
// Adds up 256 elements. Each round reads what other threads wrote in the round before.
__global__ void sum(float* out, const float* in) {
  __shared__ float part[256];
  int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * 256 + tid];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (tid < half) {
      part[tid] += part[tid + half]; //~ RACE
    }
  }
  if (tid == 0) {
    out[blockIdx.x] = part[0];
  }
}
