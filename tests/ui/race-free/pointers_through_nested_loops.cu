// Pointers and counters that go on in the inner of two loops: by the inner loop's bound in each turn of the outer one.
__global__ void patches(float* out, const float* in, int n, int rows, int columns, int side) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int column = i % columns, row = i / columns % rows, channel = i / columns / rows;
  float* to = out + (channel * side * side * rows + row) * columns + column;
  for (int y = 0; y < side; y++) {
    for (int x = 0; x < side; x++) {
      *to = in[i + y * columns + x];
      to += rows * columns;
    }
  }
}

// A place that is counted through, and what lies behind both loops.
__global__ void counted(float* out, const float* in, int n, int a, int b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || a < 0 || b < 0) return;
  int place = i * (a * b + 1);
  for (int y = 0; y < a; y++) {
    for (int x = 0; x < b; x++) out[place++] = in[i] + x;
  }
  out[place] = in[i];
}
