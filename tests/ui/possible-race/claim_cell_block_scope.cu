// raceproof: --block-dim 64 --grid-dim 2
// The exchange is atomic for the block only, and both blocks take the cell.
__global__ void place(int* taken, int* value, const int* cell) {
  int c = cell[threadIdx.x];
  if (atomicExch_block(&taken[c], 1) == 0) { //~ RACE
    value[c] = 2 * threadIdx.x + blockIdx.x; //~ RACE
  }
}
