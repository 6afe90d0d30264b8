// raceproof: --block-dim 64
// A place of its own for each thread, whatever the clock.
__global__ void by_clock(int* out) {
  out[4 * (blockIdx.x * 64 + threadIdx.x) + (__builtin_readcyclecounter() & 3)] = threadIdx.x;
}
