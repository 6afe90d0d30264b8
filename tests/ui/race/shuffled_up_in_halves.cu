// raceproof: --block-dim 32 --grid-dim 1
// Two halves of a warp shuffle for themselves: two lanes have none before them and take the last place.
__global__ void before(const int *in, int *out) {
  int lane = threadIdx.x, got, is_in;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 1, 0x1000, -1; selp.s32 %1, 1, 0, p; }"
               : "=r"(got), "=r"(is_in)
               : "r"(in[lane]));
  if (is_in) out[lane - 1] = got;
  else out[31] = got; //~ RACE
}
