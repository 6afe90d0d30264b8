// raceproof: --block-dim 64 --grid-dim 2
// An atomic load beside a plain write.
__global__ void peek(int* out, int* limit) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int v;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(limit) : "memory"); //~ RACE
  out[i] = v;
  if (i == 0) *limit = 7; //~ RACE
}
