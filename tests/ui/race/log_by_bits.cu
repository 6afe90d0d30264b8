// raceproof: --block-dim 64 --grid-dim 1
// The address of what is looked at is put together from bits: it leads into the same array all the same.
__global__ void check(const char *bytes, unsigned *errors, unsigned long long *where) {
  const int *cell = (const int *)((unsigned long long)(bytes + threadIdx.x * 256) | 8u);
  if (*cell != 1) {
    unsigned k = atomicAdd(errors, 1u) % 8;
    where[k] = (unsigned long long)cell; //~ RACE
  }
}
