// raceproof: --block-dim 64
// The best one with its place in the lower half. It is looked at before it is replaced, without an atomic operation.
__global__ void best(const unsigned *score, unsigned long long *most, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  unsigned long long mine = (unsigned long long)score[i] << 32 | i;
  if (*most < mine) atomicMax(most, mine); //~ RACE
}
