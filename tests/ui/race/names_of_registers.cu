// raceproof: --block-dim 64
// The lane alone: two warps write the same cells.
__global__ void lanes(unsigned* out) {
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  out[blockIdx.x * 64 + lane] = threadIdx.x; //~ RACE
}
