// What the compiler may assume holds for all threads of the launch.
__global__ void fill(int* out) {
  __builtin_assume(threadIdx.y < 8);
  out[threadIdx.y * blockDim.x + threadIdx.x] = 0;
}

void run(int* out) {
  void* arguments[] = {&out};
  cudaLaunchKernel((const void*)fill, dim3(1), dim3(16, 8), arguments, 0, 0);
}
