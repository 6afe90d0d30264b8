// raceproof: --block-dim 128
// Looking and taking are two steps: two threads may take the same cell.
__global__ void place(int* owner, int* value, const int* cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  if (owner[c] == -1) { //~ RACE
    owner[c] = i; //~ RACE
    value[c] = 2 * i; //~ RACE
  }
}
