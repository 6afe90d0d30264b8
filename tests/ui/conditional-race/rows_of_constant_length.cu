// The columns of rows of 2048 are below m.
__global__ void ones(int m, float* s) {
  int row = threadIdx.x;
  if (row < m) {
    for (int column = 0; column < m; column++) {
      s[row * 2048 + column] = row;  //~ RACE
    }
  }
}
