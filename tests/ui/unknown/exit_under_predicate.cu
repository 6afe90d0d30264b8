// raceproof: --block-dim 64
// Who exits is up to the predicate.
__global__ void some_exit(int* out, int n) {
  asm volatile("{ .reg .pred p; setp.ne.s32 p, %0, 0; @p exit; }" : : "r"(n + (int)threadIdx.x));
  out[threadIdx.x + blockIdx.x * 64] = 1;
}
