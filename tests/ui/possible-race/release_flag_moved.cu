// raceproof: --block-dim 32 --grid-dim 2
// A compiler may load the flag once, before the loop: the assembly says of no effect.
__device__ void put(int* p, int v) {
  asm volatile("st.release.gpu.s32 [%0], %1;" : : "l"(p), "r"(v) : "memory");
}
__device__ int get(const int* p) {
  int v;
  asm("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}

__global__ void relay(int* out, int* value, int* ready) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) {
      *value = 42; //~ RACE
      put(ready, 1);
    } else {
      while (get(ready) == 0) {
      }
      *out = *value; //~ RACE
    }
  }
}
