// raceproof: --block-dim 128
// In place: thread i reads what thread i+1 overwrites.
__global__ void add_right(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    a[i] = a[i] + a[i + 1]; //~ RACE
  }
}
