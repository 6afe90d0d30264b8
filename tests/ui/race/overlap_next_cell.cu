// Cell by cell, but the second pointer leads one cell further into the same memory.
__global__ void copy(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x]; //~ RACE
}

void run() {
  int* p;
  cudaMalloc((void**)&p, 65 * sizeof(int));
  int* next = p + 1;
  cudaMemset(p, 0, 65 * sizeof(int));
  copy<<<1, 64>>>(p, next);
}
