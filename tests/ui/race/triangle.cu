// raceproof: --block-dim 64
// Packed rows of length r (not r + 1) overlap at their ends.
__global__ void packed(float* a, int n) {
  int r = threadIdx.x;
  if (r < n) {
    for (int c = 0; c <= r; c++) {
      a[r * (r - 1) / 2 + c] = r + 0.5f * c; //~ RACE
    }
  }
}
