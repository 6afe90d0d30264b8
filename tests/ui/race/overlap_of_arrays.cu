// The arguments lie in memory; the runtime finds them by their addresses.
__global__ void shift(int* to, const int* from) {
  to[threadIdx.x] = from[threadIdx.x + 1]; //~ RACE
}

void run() {
  int* p;
  cudaMalloc((void**)&p, 65 * sizeof(int));
  int* q = p;
  void* arguments[] = {&p, &q};
  cudaLaunchKernel((const void*)shift, dim3(1), dim3(64), arguments, 0, 0);
}
