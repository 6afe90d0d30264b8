// raceproof: --block-dim 128
// The pointer advances by half a block: thread 0 reaches the element of thread 64.
__global__ void shift(float* a, float d, int n) {
  float* end = a + n;
  for (float* p = a + threadIdx.x; p < end; p += blockDim.x / 2) {
    *p = *p + d; //~ RACE
  }
}
