// What is passed beside a pointer is what the iteration before has made, or the one before the choice has left.
__global__ void shift(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x + 1];
}

int* fresh();

void layers(int* first, int n) {
  const int* from = first;
  for (int i = 0; i < n; i++) {
    int* to;
    cudaMalloc(&to, 1024);
    shift<<<1, 64>>>(from, to);
    from = to;
  }
}

void rows(int* first, int n) {
  const int* from = nullptr;
  for (int i = 0; i < n; i++) {
    int* to = fresh();
    if (from) shift<<<1, 64>>>(from, to);
    from = to;
  }
}
