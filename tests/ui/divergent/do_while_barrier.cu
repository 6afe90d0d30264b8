// raceproof: --block-dim 96
// Three warps, each with a number of rounds of its own.
__global__ void pulse(float* out, const float* in) {
  int tid = threadIdx.x;
  int warp = tid / 32;
  float v = in[tid];
  int round = 0;
  do {
    v = 0.5f * v + round;
    __syncthreads(); //~ DIVERGENT
  } while (++round <= warp);
  out[tid] = v;
}
