// raceproof: --block-dim 64
// All updates are of 64 bits.
__global__ void pack(unsigned long long* cell) {
  if (threadIdx.x == 0) {
    atomicAdd(cell, 1ull);
  } else {
    atomicAdd(cell, 1ull << 32);
  }
}
