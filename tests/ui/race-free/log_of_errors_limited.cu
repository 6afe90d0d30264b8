// raceproof: --block-dim 64
// A log of eight places, which takes no more.
__global__ void check(const long *cells, unsigned *errors, long *where, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  if (cells[i] != (long)(cells + i)) {
    unsigned k = atomicAdd(errors, 1u);
    if (k < 8) where[k] = i;
  }
}
