// A counter that may start behind the bound that it is compared with.

__global__ void starts_beyond(int* list, const int* x, int n, int most, int start) {
  int row = threadIdx.x, found = start;
  for (int k = 0; k < n; k++) {
    if (found == most) break;
    if (x[k] > row) {
      list[row * most + found] = row; //~ RACE
      found++;
    }
  }
}

void launch(int* list, const int* x, int n, int most, int start) {
  starts_beyond<<<1, 64>>>(list, x, n, most, start);
}
