// raceproof: --block-dim 64
// Row r of the packed triangle starts at r (r + 1) / 2 and holds r + 1 elements.
__global__ void packed(float* a, int n) {
  int r = threadIdx.x;
  if (r < n) {
    for (int c = 0; c <= r; c++) {
      a[r * (r + 1) / 2 + c] = r + 0.5f * c;
    }
  }
}
