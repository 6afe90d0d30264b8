// Counters that pass the bound that they are compared with: each reaches into the next thread's row.

// The last place is one too many.
__global__ void one_too_many(int* list, const int* x, int n, int most) {
  int row = threadIdx.x, found = 0;
  for (int k = 0; k < n; k++) {
    if (found > most) break;
    if (x[k] > row) {
      list[row * most + found] = row; //~ RACE
      found++;
    }
  }
}

// Steps of two pass an odd bound.
__global__ void in_twos(int* list, const int* x, int n) {
  int row = threadIdx.x, found = 0;
  for (int k = 0; k < n; k++) {
    if (found == 7) break;
    if (x[k] > row) {
      list[row * 7 + found] = row; //~ RACE
      found += 2;
    }
  }
}

// One of two ways to count is not tested.
__global__ void other_way(int* list, const int* x, int n) {
  int row = threadIdx.x, found = 0;
  for (int k = 0; k < n; k++) {
    if (x[k] > row) {
      list[row * 8 + found] = row; //~ RACE
      if (++found == 8) break;
    } else if (x[k] == 0) {
      found++;
    }
  }
}

// What bisection finds may be the place behind the row.
__global__ void behind(int* marks, const int* keys, int n) {
  int row = threadIdx.x;
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (keys[middle] < row) low = middle + 1;
    else high = middle;
  }
  marks[row * n + low] = row; //~ RACE
}

// Nothing keeps the stack above its bottom.
__global__ void below_bottom(int* stacks, const int* x, int n) {
  int row = threadIdx.x, top = 4;
  for (int k = 0; k < n; k++) {
    if (top == 8) break;
    if (x[k] > row) top--;
    else top++;
    stacks[row * 8 + top] = row; //~ RACE
  }
}

// The bound grows, and the counter with it.
__global__ void bound_moves(int* list, const int* x, int n) {
  int row = threadIdx.x, found = 0, most = 8;
  for (int k = 0; k < n; k++) {
    if (found == most) break;
    if (x[k] > row) {
      list[row * 8 + found] = row; //~ RACE
      found++;
    } else {
      most++;
    }
  }
}

void launch(int* list, const int* x, int n, int most) {
  one_too_many<<<1, 64>>>(list, x, n, most);
  in_twos<<<1, 64>>>(list, x, n);
  other_way<<<1, 64>>>(list, x, n);
  behind<<<1, 64>>>(list, x, n);
  below_bottom<<<1, 64>>>(list, x, n);
  bound_moves<<<1, 64>>>(list, x, n);
}
