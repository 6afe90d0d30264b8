// raceproof: --block-dim 256
// Smooths an array in place: each element is read by its neighbours while it is replaced.
__global__ void smooth(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i + 1 < n) {
    a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0f; //~ RACE
  }
}
