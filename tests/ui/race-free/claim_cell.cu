// raceproof: --block-dim 128
// Owners are only ever set from -1, so one thread at most takes a cell.
__global__ void place(int* owner, int* value, const int* cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  if (atomicCAS(&owner[c], -1, i) == -1) {
    value[c] = 2 * i;
  }
}
