// What a warp reads 40 cells ahead the other one writes: no length of parts keeps them apart, for any number of cells that reaches so far.
__global__ void ahead(float *out, const float *in, int n) {
  __shared__ float cells[512];
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0) cells[k] = in[k]; //~ RACE
    if (threadIdx.x == 32) out[k] = cells[k + 40]; //~ RACE
  }
}
