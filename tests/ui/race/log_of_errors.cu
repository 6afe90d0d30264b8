// raceproof: --block-dim 64
// A log of eight places: the ninth that is written there takes the first one's. What is wrong is a matter of data.
__global__ void check(const long *cells, unsigned *errors, long *where, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  if (cells[i] != (long)(cells + i)) {
    unsigned k = atomicAdd(errors, 1u) % 8;
    where[k] = i; //~ RACE
  }
}
