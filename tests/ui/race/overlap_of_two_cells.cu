// Each cell of the host's array has a pointer of its own.
__device__ int cells[256];

__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x]; //~ RACE
}

void run() {
  int* p[2];
  cudaGetSymbolAddress((void**)&p[0], cells);
  p[0] += 1;
  cudaGetSymbolAddress((void**)&p[1], cells);
  shift<<<1, 64>>>(p[0], p[1]);
}
