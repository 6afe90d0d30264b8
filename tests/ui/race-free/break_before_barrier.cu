// raceproof: --block-dim 64
// The whole block leaves the loop in the same round.
__global__ void leave(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  int round = 0;
  while (true) {
    if (round >= (int)blockIdx.x) {
      break;
    }
    v += round;
    __syncthreads();
    round++;
  }
  out[blockIdx.x * 64 + tid] = v;
}
