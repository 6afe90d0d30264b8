// raceproof: --block-dim 64 --grid-dim 2
// Loads and stores in assembly are accesses like others.
__global__ void shift(int* out, const int* in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int v;
  asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
  asm volatile("st.global.s32 [%0], %1;" : : "l"(out + i / 2), "r"(v) : "memory"); //~ RACE
}
