// raceproof: --block-dim 128
// Each pass fills i and i + 1, but neighbours start one apart.
__global__ void pairs(float* out, const float* in, int n) {
  int i = threadIdx.x;
  while (i + 1 < n) {
    out[i] = in[i]; //~ RACE
    out[i + 1] = 2.0f * in[i]; //~ RACE
    i += blockDim.x;
  }
}
