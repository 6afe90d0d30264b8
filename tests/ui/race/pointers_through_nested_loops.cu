// raceproof: --block-dim 64 --grid-dim 1
// A place that is counted through two loops, and that passes the thread's own places.
__global__ void one_more(float* out, int a, int b) {
  int place = threadIdx.x * (a * b);
  if (a < 1 || b < 1 || a > 4 || b > 4) return;
  for (int y = 0; y < a; y++) {
    for (int x = 0; x < b; x++) out[place++] = threadIdx.x; //~ RACE
  }
  out[place] = threadIdx.x; //~ RACE
}

// The inner loop goes on once more than the row is long.
__global__ void longer(float* out, int a, int b) {
  int place = threadIdx.x * (a * b);
  if (a < 1 || b < 1 || a > 4 || b > 4) return;
  for (int y = 0; y < a; y++) {
    for (int x = 0; x <= b; x++) out[place++] = threadIdx.x; //~ RACE
  }
}
