// raceproof: --block-dim 64 --grid-dim 1
// A loop with a constant bound squares a value until it wraps to 0, with every launch.
// FIXME(wrong verdict): expected race, today unknown: iterations behind the wrap are not found.
__global__ void squares(int* s) {
  unsigned c = 2;
  for (int k = 0; k < 8; k++) {
    if (c < 2u) s[c] = threadIdx.x; //~ RACE
    c = c * c;
  }
}
