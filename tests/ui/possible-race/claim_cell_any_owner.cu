// raceproof: --block-dim 128
// What counts as taken is another value than the one that is replaced.
__global__ void place(int* owner, int* value, const int* cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  if (atomicCAS(&owner[c], -1, i) != -1) {
    value[c] = 2 * i; //~ RACE
  }
}
