// raceproof: --block-dim 64
// Two threads stay.
__global__ void two_stay(int* out) {
  if (threadIdx.x > 1) {
    asm volatile("exit;");
  }
  out[0] = threadIdx.x;  //~ RACE
}
