// raceproof: --block-dim 64
// All threads wait in the same rounds.
__global__ void alternate(float* out, const float* in) {
  int t = threadIdx.x;
  for (int round = 0; round < 4; round++) {
    if (round % 2 == 0) {
      __syncthreads();
    }
    out[t] += in[t] * round;
  }
}
