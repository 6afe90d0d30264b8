// raceproof: --block-dim 128
// Overlapping row ranges would make two threads fill the same entries.
__global__ void expand(int* row_of, const int* row_ptr, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    for (int k = row_ptr[r]; k < row_ptr[r + 1]; k++) {
      row_of[k] = r; //~ RACE
    }
  }
}
