// raceproof: --block-dim 64
// Each thread waits twice, but not in the same rounds.
__global__ void alternate(float* out, const float* in) {
  int t = threadIdx.x;
  for (int round = 0; round < 4; round++) {
    if ((round + t / 32) % 2 == 0) {
      __syncthreads(); //~ DIVERGENT
    }
    out[t] += in[t] * round;
  }
}
