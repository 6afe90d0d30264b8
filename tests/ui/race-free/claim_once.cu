// raceproof: --block-dim 128
// Whoever finds 0 is the first; nobody stores 0.
__global__ void place(int* taken, int* value, const int* cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  if (atomicExch(&taken[c], 1) == 0) {
    value[c] = 2 * i;
  }
}

__global__ void count(int* visits, int* value, const int* cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  if (atomicAdd(&visits[c], 1) == 3) {
    value[c] = 2 * i;
  }
}
