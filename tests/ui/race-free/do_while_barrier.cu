// raceproof: --block-dim 96
// The rounds are counted for the whole block.
__global__ void pulse(float* out, const float* in) {
  int tid = threadIdx.x;
  int warps = blockDim.x / 32;
  float v = in[tid];
  int round = 0;
  do {
    v = 0.5f * v + round;
    __syncthreads();
  } while (++round <= warps);
  out[tid] = v;
}
