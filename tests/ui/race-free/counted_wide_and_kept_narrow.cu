// A place is counted with 64 bits, as the thread rank of a grid is, and kept in an `int`. Beyond 2^31 threads it would wrap; it is
// meant not to, as with 32 bits.
#include <cooperative_groups.h>

__device__ unsigned long long place() {
  return (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ unsigned long long places() {
  return (unsigned long long)gridDim.x * blockDim.x;
}

__global__ void one_each(float* out, const float* in, int n) {
  int i = place();
  if (i < n) out[i] = in[i];
}

__global__ void in_steps(float* out, const float* in, int n) {
  for (int i = place(); i < n; i += places()) out[i] = in[i];
}

__global__ void unsigned_steps(float* out, const float* in, unsigned n) {
  for (unsigned i = place(); i < n; i += places()) out[i] = in[i];
}

__global__ void inner_cells(float* out, const float* in, int n) {
  int i = place() + 1;
  if (i < n - 1) out[i] = in[i - 1] + in[i + 1];
}

// Rounds of a whole grid; what is read and what is written changes places in each.
__global__ void rounds(float* a, float* b, int n, int count) {
  auto grid = cooperative_groups::this_grid();
  for (int round = 0; round < count; round++) {
    for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size()) b[i] = 0.5f * (a[i - 1] + a[i + 1]);
    grid.sync();
    float* t = a;
    a = b;
    b = t;
  }
}

void launch(float* a, float* b, int n, int blocks) {
  one_each<<<blocks, 256>>>(a, b, n);
  in_steps<<<blocks, 256>>>(a, b, n);
  unsigned_steps<<<blocks, 256>>>(a, b, n);
  inner_cells<<<blocks, 256>>>(a, b, n);
  void* arguments[] = {&a, &b, &n, &blocks};
  cudaLaunchCooperativeKernel((void*)rounds, dim3(blocks), dim3(256), arguments, 0, 0);
}
