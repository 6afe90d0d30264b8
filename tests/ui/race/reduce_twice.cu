// raceproof: --block-dim 128
// The second reduction fills the scratch while some threads still take the first result from it.
__device__ float block_sum(float* s, int tid, float v) {
  s[tid] = v; //~ RACE
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (tid < half) {
      s[tid] += s[tid + half];
    }
    __syncthreads();
  }
  return s[0]; //~ RACE
}

__global__ void moments(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  float v = in[tid];
  float mean = block_sum(s, tid, v) / 128.0f;
  float spread = block_sum(s, tid, (v - mean) * (v - mean));
  out[tid] = (v - mean) * rsqrtf(spread);
}
