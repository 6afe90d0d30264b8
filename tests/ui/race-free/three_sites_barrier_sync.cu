// raceproof: --block-dim 96 --param n=4
// Three places of one barrier in every round, with work before and behind each.
__global__ void meet(float* out, const float* in, int n) {
  __shared__ float s[96], t[96];
  int tid = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (tid < 32) {
      s[tid] = in[i];
      __barrier_sync(0);
      t[tid] = s[tid + 32];
    } else if (tid < 64) {
      for (int j = 0; j < 3; j++) s[tid] = in[i + j];
      __barrier_sync(0);
      t[tid] = s[tid + 32];
    } else {
      s[tid] = 2.0f * in[i];
      __barrier_sync(0);
      t[tid] = s[tid - 64];
    }
    __syncthreads();
  }
  out[tid] = t[95 - tid];
}
