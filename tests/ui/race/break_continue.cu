// raceproof: --block-dim 64
// Every thread that gets past the continue adds to the same counter.
__global__ void count(int* total, float* out, const float* in, int n) {
  for (int i = threadIdx.x;; i += blockDim.x) {
    if (i >= n) {
      break;
    }
    if (i % 2 == 1) {
      continue;
    }
    out[i] = 2.0f * in[i];
    *total += i; //~ RACE
  }
}
