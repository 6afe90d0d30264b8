// Two blocks have one entry of a table; a level is written while it is read; a row is written by its neighbour, too. The twin is
// race-free/pointers_of_a_table.cu.
__global__ void rows(float *const *rows, int n) {
  float *row = rows[blockIdx.x / 2];
  for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] *= 2; //~ RACE
}

struct Level { float *data; int pitch; };
__constant__ Level levels[8];
__global__ void coarser(int level, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w) levels[level].data[x] = levels[level].data[2 * x] + levels[level].data[2 * x + 1]; //~ RACE
}

__global__ void columns(int *const *to, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    for (int j = 0; j < n; j++) to[i + j][0] = i; //~ RACE
}
