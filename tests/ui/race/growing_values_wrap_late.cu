// raceproof: --block-dim 64 --grid-dim 1
// Values that wrap after thousands of small steps, with every launch. All threads write then.
// FIXME(wrong verdict): expected race, today possible-race: no execution goes so far.
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
