// raceproof: --block-dim 64 --grid-dim 2
// Atomic for the device, as an atomic reference of that scope is.
__global__ void count(int* total) {
  int old;
  asm volatile("atom.add.relaxed.gpu.s32 %0, [%1], 1;" : "=r"(old) : "l"(total) : "memory");
}
