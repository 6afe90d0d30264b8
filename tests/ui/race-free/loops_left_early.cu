// Counters without a closed form that the loop's own conditions bound: each stays inside its thread's row.

// At most `most` places of a row are filled; the loop is left at the test of its head.
__global__ void head_test(int* list, const float* x, int n, int rows, int most, float radius) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int found = 0;
  for (int k = 0; k < n; k++) {
    if (found == most) break;
    float distance = x[row] - x[k];
    if (distance * distance < radius) {
      if (found == 0) {
        for (int all = 0; all < most; all++) list[row * most + all] = k;
      }
      list[row * most + found] = k;
      found++;
    }
  }
}

// The loop is left where the row is full.
__global__ void left_when_full(int* list, const float* x, int n, int rows, int most, float radius) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int found = 0;
  for (int k = 0; k < n; k++) {
    float distance = x[row] - x[k];
    if (distance * distance < radius) {
      list[row * most + found] = k;
      if (++found == most) break;
    }
  }
}

__global__ void left_when_above(int* list, const float* x, int n, int rows, int most, float radius) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int found = 0;
  for (int k = 0; k < n; k++) {
    float distance = x[row] - x[k];
    if (distance * distance < radius) {
      list[row * most + found] = k;
      ++found;
      if (found >= most) break;
    }
  }
}

// Bisection: what it finds lies between its first bounds.
__global__ void bisected(int* marks, const int* keys, const int* wanted, int n, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (keys[middle] < wanted[row]) low = middle + 1;
    else high = middle;
  }
  if (low < n) marks[row * n + low] = row;
}

// Two sorted rows become one.
__global__ void merged(int* out, const int* a, const int* b, int n, int m, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int i = 0, j = 0;
  while (i < n && j < m) {
    if (a[row * n + i] <= b[row * m + j]) {
      out[row * (n + m) + i + j] = a[row * n + i];
      i++;
    } else {
      out[row * (n + m) + i + j] = b[row * m + j];
      j++;
    }
  }
  for (; i < n; i++) out[row * (n + m) + i + j] = a[row * n + i];
  for (; j < m; j++) out[row * (n + m) + i + j] = b[row * m + j];
}

// A heap in each row: the place goes down the tree.
__global__ void sifted(float* heaps, int n, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float* heap = heaps + row * n;
  int place = 0;
  while (2 * place + 1 < n) {
    int child = 2 * place + 1;
    if (child + 1 < n && heap[child + 1] > heap[child]) child++;
    if (heap[place] >= heap[child]) break;
    float t = heap[place];
    heap[place] = heap[child];
    heap[child] = t;
    place = child;
  }
}

// A stack in each row, which grows only while there is room.
__global__ void stacked(int* stacks, int* out, const int* left, const int* right, int depth, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int* stack = stacks + row * depth;
  int top = 0, sum = 0;
  stack[top++] = row;
  while (top > 0) {
    int node = stack[--top];
    sum += node;
    if (left[node] >= 0 && top < depth) stack[top++] = left[node];
    if (right[node] >= 0 && top < depth) stack[top++] = right[node];
  }
  out[row] = sum;
}

void launch(int* p, int* q, float* x, const int* a, const int* b, int n, int blocks) {
  head_test<<<blocks, 128>>>(p, x, n, n, 32, 1);
  left_when_full<<<blocks, 128>>>(p, x, n, n, 32, 1);
  left_when_above<<<blocks, 128>>>(p, x, n, n, 32, 1);
  bisected<<<blocks, 128>>>(p, a, b, n, n);
  merged<<<blocks, 128>>>(p, a, b, n, n, n);
  sifted<<<blocks, 128>>>(x, n, n);
  stacked<<<blocks, 128>>>(p, q, a, b, n, n);
}
