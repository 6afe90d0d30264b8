// raceproof: --block-dim 128
// Free if m, the length given to the first part, is at least the block's.
__global__ void carve(float* out, const float* in, int m) {
  extern __shared__ float pool[];
  float* lo = pool;
  float* hi = pool + m;
  int tid = threadIdx.x;
  __requires(m > 0);
  lo[tid] = in[tid]; //~ RACE
  hi[tid] = 2.0f * in[tid]; //~ RACE
  __syncthreads();
  out[tid] = lo[tid] + hi[tid];
}
