#include <cooperative_groups.h>

// Nothing says that all blocks run at once.
__global__ void shift(int* data) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int n = gridDim.x * blockDim.x;
  int x = data[(i + 1) % n];
  cooperative_groups::this_grid().sync();
  data[i] = x;
}

void run(int* data) {
  shift<<<4, 64>>>(data); //~ LAUNCH
}
