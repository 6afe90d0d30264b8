// raceproof: --block-dim 64
// Steps of blockDim.x - 1: the first and the last thread take turns on the same elements.
__global__ void clear_back(float* a, float d, int n) {
  for (int i = n - 1 - (int)threadIdx.x; i >= 0; i -= (int)blockDim.x - 1) {
    a[i] += d; //~ RACE
  }
}
