// The launch is made only where another pointer was chosen.
__global__ void shift(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x + 1];
}

void directly(int* x, int* y, bool in_place) {
  int* to = in_place ? x : y;
  if (!in_place) shift<<<1, 64>>>(x, to);
}

void by_number(int* x, int* y, int mode) {
  int* to = mode > 3 ? x : y;
  cudaDeviceSynchronize();
  if (mode > 3) return;
  shift<<<1, 64>>>(x, to);
}

int* fresh();

void by_branch(int* x, bool in_place) {
  int* to = x;
  if (!in_place) to = fresh();
  if (!in_place) shift<<<1, 64>>>(x, to);
}
