// A place that moves on without its counter leaves its row. The twin is race-free/places_that_move_with_a_counter.cu.

// It moves by two, and there is room for one each.
__global__ void wide(int rows, int n, int most, const int *weights, int *to) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  to += row * most;
  int found = 0;
  for (int k = 0; k < n && found < most; k++)
    if (weights[row * n + k] > 0) {
      *to = k; //~ RACE
      to += 2;
      found++;
    }
}
