// raceproof: --block-dim 64
// One counter of 64 bits, and a thread that updates its lower half alone.
__global__ void pack(unsigned long long* cell) {
  if (threadIdx.x == 0) {
    atomicAdd((unsigned*)cell, 1u); //~ RACE
  } else {
    atomicAdd(cell, 1ull << 32); //~ RACE
  }
}
