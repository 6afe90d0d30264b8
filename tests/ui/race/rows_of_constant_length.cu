// Each row is written to one cell beyond its last one.
__global__ void ones(int m, float* s) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m) {
    for (int column = 0; column <= 64; column++) {
      s[row * 64 + column] = row;  //~ RACE
    }
  }
}
