// raceproof: --block-dim 128 --grid-dim 2
// What a loop keeps, sets or counts may leave the thread's row: by one, which the data of the row decides.

// The first guess lies behind the row.
__global__ void best_of_row(const float* w, float* hits) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int best = 2;
  float most = 0.0f;
  for (int k = 0; k < 2; k++) {
    if (w[i * 2 + k] > most) {
      best = k;
      most = w[i * 2 + k];
    }
  }
  hits[i * 2 + best] = most; //~ RACE
}

// One more than the row has room for.
__global__ void pack_row(const int* in, int* out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  int found = 0;
  for (int k = 0; k < 9; k++) {
    if (in[i * 16 + k] > 0) out[i * 8 + found++] = k; //~ RACE
  }
}
