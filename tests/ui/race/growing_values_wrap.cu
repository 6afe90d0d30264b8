// raceproof: --block-dim 64 --grid-dim 1
// A loop with a constant bound makes a value grow until it wraps, with every launch: whatever the loop starts from, that it does
// not wrap is no fair assumption. All threads write then.
__global__ void tripled(int* out) {
  unsigned s = 3;
  for (int i = 0; i < 30; i++) {
    s = 3 * s + 1;
    if ((int)s < 0) {
      out[0] = threadIdx.x; //~ RACE
      break;
    }
  }
}
