// raceproof: --block-dim 128
// The barrier is inside the lambda's condition.
__global__ void sum(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  auto fold = [&](int half) {
    if (tid < half) {
      s[tid] += s[tid + half]; //~ RACE?
      __syncthreads(); //~ DIVERGENT
    }
  };
  fold(64);
  fold(32);
  out[tid] = in[tid] + 1.0f;
}
