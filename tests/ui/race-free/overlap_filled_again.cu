// One variable of the host holds one pointer after the other.
__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x + 1];
}

void run() {
  int* p;
  cudaMalloc(&p, 1024);
  const int* first = p;
  cudaMalloc(&p, 1024);
  shift<<<1, 64>>>(p, first);
}
