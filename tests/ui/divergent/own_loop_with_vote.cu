// raceproof: --block-dim 32
// Lanes leave the loop one after the other; the vote goes on to wait for all.
__global__ void drain(float* out) {
  int tid = threadIdx.x;
  int votes = 0;
  for (int i = 0; i < tid; ++i) {
    votes += __any_sync(0xffffffffu, i > 3); //~ DIVERGENT
  }
  out[tid] = votes;
}
