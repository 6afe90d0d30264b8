// What the host calls `rows` is the kernel's `columns`.
#ifdef __CUDA_ARCH__
#define SIZE int rows, int columns
#else
#define SIZE int columns, int rows
#endif

__global__ void fill(int* to, SIZE) {
  to[threadIdx.x * rows] = threadIdx.x; //~ RACE
}

void run(int* p) {
  fill<<<1, 64>>>(p, 0, 1);
}
