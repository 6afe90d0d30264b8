// raceproof: --block-dim 64 --grid-dim 2
// One side of the counter is atomic for the device, the other one for its block only.
__global__ void count(int* total) {
  if (blockIdx.x == 0) {
    atomicAdd(total, 1); //~ RACE
  } else {
    atomicAdd_block(total, 1); //~ RACE
  }
}
