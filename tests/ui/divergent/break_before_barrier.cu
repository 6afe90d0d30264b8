// raceproof: --block-dim 64
// Each thread leaves the loop in a round of its own.
__global__ void leave(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  int round = 0;
  while (true) {
    if (round >= tid) {
      break;
    }
    v += round;
    __syncthreads(); //~ DIVERGENT
    round++;
  }
  out[tid] = v;
}
