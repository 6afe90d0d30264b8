// raceproof: --block-dim 256 --grid-dim 4
// Blocks of 256 threads are laid out 128 elements apart.
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i]; //~ RACE
  }
}
