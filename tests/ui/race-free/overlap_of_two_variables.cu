// Two variables, whose addresses lie in one structure, or in one array.
struct Pair {
  int *first, *second;
};

__device__ int a[256], b[256];

__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x + 1];
}

__global__ void shift(Pair p) {
  p.first[threadIdx.x] = p.second[threadIdx.x + 1];
}

void run() {
  int* p[2];
  cudaGetSymbolAddress((void**)&p[0], a);
  cudaGetSymbolAddress((void**)&p[1], b);
  shift<<<1, 64>>>(p[0], p[1]);
  Pair q;
  cudaGetSymbolAddress((void**)&q.first, a);
  cudaGetSymbolAddress((void**)&q.second, b);
  shift<<<1, 64>>>(q);
}
