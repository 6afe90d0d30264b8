// raceproof: --block-dim 128 --grid-dim 4
// The stride is that of one block: block 0 walks over the elements of block 1.
__global__ void scale(float* y, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {
    y[i] = a * y[i]; //~ RACE
  }
}
