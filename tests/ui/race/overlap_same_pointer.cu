// Both launches pass one pointer twice: the neighbour's cell is written meanwhile.
__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x + 1]; //~ RACE
}

void run(int* p) {
  int* q;
  cudaMalloc((void**)&q, 65 * sizeof(int));
  shift<<<1, 64>>>(p, p);
  shift<<<1, 64>>>(q, q);
}
