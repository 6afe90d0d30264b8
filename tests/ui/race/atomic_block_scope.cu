// raceproof: --block-dim 64 --grid-dim 2
// Atomic within a block only, but both blocks add to the counter.
__global__ void count(int* total) {
  if (blockIdx.x < 2) {
    atomicAdd_block(total, (int)threadIdx.x); //~ RACE
  }
}
