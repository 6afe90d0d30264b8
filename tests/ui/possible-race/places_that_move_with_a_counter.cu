// A place that moves on without its counter leaves its row. The twin is race-free/places_that_move_with_a_counter.cu.

// It moves in more iterations than are counted.
__global__ void more(int rows, int n, int most, const int *weights, int *to) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  to += row * most;
  int found = 0;
  for (int k = 0; k < n && found < most; k++) {
    if (weights[row * n + k] > 0) {
      *to++ = k; //~ RACE?
      if (weights[k] > 1) found++;
    }
  }
}

// One more than the limit is kept.
__global__ void late(const float *x, const float *y, int *row, float r, int n, int rows, int most) {
  int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q >= rows) return;
  int count = 0;
  for (int i = 0; i < n; i++) {
    float d = x[i] - y[q];
    if (d * d < r) {
      row[q * most + count] = i; //~ RACE?
      count++;
    }
    if (count > most) break;
  }
}
