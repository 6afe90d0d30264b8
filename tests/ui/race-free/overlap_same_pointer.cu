// Each thread reads and writes a cell of its own, whether or not the pointers are one.
__global__ void twice(int* to, const int* from) {
  to[threadIdx.x] = 2 * from[threadIdx.x];
}

void run(int* p) {
  twice<<<1, 64>>>(p, p);
}
