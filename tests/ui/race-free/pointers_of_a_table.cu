// Which object an access is to is said by the place of its pointer in a table. The twin is race/pointers_of_a_table.cu.
__global__ void rows(float *const *rows, int n) {
  float *row = rows[blockIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] *= 2;
}

struct Level { float *data; int pitch; };
__constant__ Level levels[8];
__global__ void coarser(int level, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w) levels[level + 1].data[x] = levels[level].data[2 * x] + levels[level].data[2 * x + 1];
}

// Each thread has a row, and goes through all of them in steps.
__global__ void columns(int *const *__restrict__ from, int *const *__restrict__ to, int m, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x) {
    int *p = to[i];
    for (int j = 0; j < n; j++) *p++ = from[j][i];
  }
}
