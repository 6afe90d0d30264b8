// raceproof: --block-dim 32 --grid-dim 2
// The flag may arrive before the value does: there is no fence.
__global__ void relay(int* out, int* value, int* ready) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      *value = 42; //~ RACE
      atomicExch(ready, 1);
    } else {
      while (atomicAdd(ready, 0) == 0) {
      }
      *out = *value; //~ RACE
    }
  }
}
