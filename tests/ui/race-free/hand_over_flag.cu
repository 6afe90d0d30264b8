// raceproof: --block-dim 32 --grid-dim 2
// Fences on both sides of the flag; `ready` is 0 before the launch.
__global__ void relay(int* out, int* value, int* ready) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      *value = 42;
      __threadfence();
      atomicExch(ready, 1);
    } else {
      while (atomicAdd(ready, 0) == 0) {
      }
      __threadfence();
      *out = *value;
    }
  }
}
