// raceproof: --block-dim 64
// The compiler is not told that the barrier concerns memory.
__global__ void lower(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE?
  asm volatile("bar.sync 1, 64;");
  out[tid] = s[63 - tid]; //~ RACE?
}
