// raceproof: --block-dim 64
// The threads that stay behind the return all add to the first cell.
__global__ void square(float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  y[0] += (float)i * i; //~ RACE
}
