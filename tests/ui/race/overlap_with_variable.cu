// The kernel is passed the address of a variable that it names, too.
__device__ int cells[65];

__global__ void shift(int* to) {
  to[threadIdx.x] = cells[threadIdx.x + 1]; //~ RACE
}

void run() {
  int* p;
  cudaGetSymbolAddress((void**)&p, cells);
  shift<<<1, 64>>>(p);
}
