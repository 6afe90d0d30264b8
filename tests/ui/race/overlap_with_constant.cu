// Constant memory is written by the address that the host has of it.
__constant__ int table[256];

__global__ void fill(int* to) {
  to[0] = threadIdx.x; //~ RACE
}

__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x + 1]; //~ RACE
}

__global__ void both(int* to, int* out) {
  to[threadIdx.x] = 1; //~ RACE
  out[threadIdx.x] = table[threadIdx.x + 1]; //~ RACE
}

void run(int* out) {
  int* p;
  cudaGetSymbolAddress((void**)&p, table);
  fill<<<1, 64>>>(p);
  shift<<<1, 64>>>(p, p);
  both<<<1, 64>>>(p, out);
}
