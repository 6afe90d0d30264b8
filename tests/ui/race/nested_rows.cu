// raceproof: --block-dim 16,16
// The threads of a row all walk over the whole row.
__global__ void scale(float* a, float f, int rows, int cols) {
  for (int r = threadIdx.y; r < rows; r += blockDim.y) {
    for (int c = 0; c < cols; c++) {
      a[r * cols + c] += f * threadIdx.x; //~ RACE
    }
  }
}
