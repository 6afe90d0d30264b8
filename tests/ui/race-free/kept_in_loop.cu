// raceproof: --block-dim 128
// What a loop keeps or sets is one of its own numbers; what it counts is no more than its iterations.

// The best of a row stays inside the row.
__global__ void best_of_row(const float* w, float* hits, int n) {
  const int columns = 20;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int best = columns - 1;
  float most = w[i * columns + best];
  for (int k = 0; k < columns - 1; k++) {
    if (w[i * columns + k] > most) {
      best = k;
      most = w[i * columns + k];
    }
  }
  hits[i * columns + best] += 1.0f;
}

// As many are put into a row as are found, at most all.
__global__ void pack_row(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int found = 0;
  for (int k = 0; k < 16; k++) {
    int x = in[i * 16 + k];
    if (x > 0) out[i * 16 + found++] = x;
  }
  for (int k = found; k < 16; k++) out[i * 16 + k] = 0;
}

// By one of two ways.
__global__ void either_way(const int* in, int* out) {
  int t = blockIdx.x * 128 + threadIdx.x;
  int at = 0;
  for (int k = 0; k < 8; k++) {
    int x = in[k];
    if (x > 10) at = k;
    else if (x > 5) at = 7 - k;
  }
  out[t * 8 + at] = 1;
}
