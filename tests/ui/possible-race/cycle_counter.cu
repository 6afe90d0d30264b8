// raceproof: --block-dim 64
// The clock is another one for each thread, and at each call.
__global__ void by_clock(int* out) {
  out[2 * (blockIdx.x * 64 + threadIdx.x) + (__builtin_readcyclecounter() & 3)] = threadIdx.x;  //~ RACE
}
