// raceproof: --block-dim 128
// The second part begins in the middle of the first.
__global__ void carve(float* out, const float* in) {
  extern __shared__ float pool[];
  float* lo = pool;
  float* hi = pool + blockDim.x / 2;
  int tid = threadIdx.x;
  lo[tid] = in[tid]; //~ RACE
  hi[tid] = 2.0f * in[tid]; //~ RACE
  __syncthreads();
  out[tid] = lo[tid] + hi[tid];
}
