// The pointer advances by a whole block.
__global__ void shift(float* a, float d, int n) {
  float* end = a + n;
  for (float* p = a + threadIdx.x; p < end; p += blockDim.x) {
    *p = *p + d;
  }
}
