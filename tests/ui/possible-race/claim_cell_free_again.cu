// raceproof: --block-dim 128
// An owner gives its cell back at once, so that the next thread may take it.
__global__ void place(int* owner, int* value, const int* cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  if (atomicCAS(&owner[c], -1, i) == -1) {
    value[c] = 2 * i; //~ RACE
    atomicExch(&owner[c], -1);
  }
}
