// raceproof: --block-dim 128 --grid-dim 2
// What a loop keeps, sets or counts may leave the thread's row: by one, which the data of the row decides.

// One more than the row has room for.
__global__ void pack_row(const int* in, int* out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int found = 0;
  for (int k = 0; k < 9; k++) {
    if (in[i * 16 + k] > 0) out[i * 8 + found++] = k; //~ RACE
  }
}
