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

// What it does after the loop all do.
__global__ void store_and_break(float* out) {
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++) {
    if (t == i) {
      out[t] = 3;
      break;
    }
    __syncthreads(); //~ DIVERGENT
  }
  out[t] += 1;
}
