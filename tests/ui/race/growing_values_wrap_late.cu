// raceproof: --block-dim 64 --grid-dim 1
// Values that wrap after thousands of small steps, with every launch, or that mix what they read. All threads write then.
// FIXME(wrong verdict): expected race, today possible-race but for the last: no execution goes so far.
__global__ void sums_of_counters(int* out) {
  unsigned s = 3;
  for (int i = 0; i < 50000; i++) {
    s += 2 * i + (s & 1);
    if ((int)s < 0) {
      out[0] = threadIdx.x; //~ RACE
      break;
    }
  }
}

__global__ void large_steps(int* out, const int* in) {
  unsigned s = 0;
  for (int i = 0; i < 5000; i++) {
    s += 1000000 + (in[i] & 1);
    if ((int)s < 0) {
      out[0] = threadIdx.x; //~ RACE
      break;
    }
  }
}

__global__ void hashed(int* out, const char* text, int n) {
  unsigned h = 5381;
  for (int i = 0; i < n; i++) h = h * 33 + text[i];
  if ((int)h < 0) out[0] = threadIdx.x; //~ RACE
}
