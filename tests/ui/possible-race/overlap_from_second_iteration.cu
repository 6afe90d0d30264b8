// What the iteration before has passed on is the same in all of them.
__global__ void copy(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x]; //~ RACE?
}

void run(int* p, int n) {
  const int* from = p + 1000;
  for (int i = 0; i < n; i++) {
    copy<<<1, 64>>>(p, from);
    from = p + 1;
  }
}
