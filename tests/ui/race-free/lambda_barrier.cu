// raceproof: --block-dim 128
// The lambda's barrier is for all threads.
__global__ void sum(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  auto fold = [&](int half) {
    if (tid < half) {
      s[tid] += s[tid + half];
    }
    __syncthreads();
  };
  fold(64);
  fold(32);
  out[tid] = s[tid % 32];
}
