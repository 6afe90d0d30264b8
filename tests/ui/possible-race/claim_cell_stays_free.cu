// raceproof: --block-dim 128 --grid-dim 4
// Thread 0 of each block stores what it found: the cell stays free, and the next block takes it too.
__global__ void place(int* owner, int* value, const int* cell) {
  int i = threadIdx.x;
  int c = cell[i];
  if (atomicCAS(&owner[c], 0, i) == 0) {
    value[c] = 4 * i + blockIdx.x; //~ RACE
  }
}
