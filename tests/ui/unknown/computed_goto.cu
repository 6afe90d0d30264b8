// raceproof: --block-dim 64
// Where a computed jump goes is not followed.
__global__ void by_table(int* out, int n) {
  void* const labels[] = {&&first, &&second};
  goto* labels[n & 1];
first:
  out[threadIdx.x] = 1;
  return;
second:
  out[threadIdx.x + 64] = 2;
}
