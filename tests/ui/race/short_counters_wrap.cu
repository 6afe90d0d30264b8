// raceproof: --block-dim 16,4
// A counter of 8 bits that wraps before it stops: thread 0 comes to the first cell of thread 8.
// FIXME(wrong verdict): expected race, today unknown: iterations behind the wrap are not found.
__global__ void bytes(unsigned char* out) {
  if (threadIdx.y > 0) return;
  int turns = 0;
  for (unsigned char i = threadIdx.x; i < 250; i += 24) {
    out[i] = threadIdx.x; //~ RACE
    if (++turns == 40) break;
  }
}
