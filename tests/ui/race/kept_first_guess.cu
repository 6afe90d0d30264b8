// raceproof: --block-dim 128 --grid-dim 2
// FIXME(wrong verdict): expected race, today possible-race: where an address is searched for in data, only ascending ones are tried.
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
