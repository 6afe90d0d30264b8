// raceproof: -arch=sm_70
// Since Volta the memory model says what is a race, and a cache is none of its words: `.cg` makes an access no less weak.
__device__ void tell(unsigned long long* p, unsigned long long v) {
  asm volatile("st.cg.u64 [%0], %1;" : : "l"(p), "l"(v) : "memory"); //~ RACE
}

__device__ unsigned long long look(const unsigned long long* p) {
  unsigned long long v;
  asm volatile("ld.cg.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory"); //~ RACE
  return v;
}

__global__ void told(unsigned long long* state, unsigned long long* out) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) tell(state, 1);
    else out[blockIdx.x] = look(state);
  }
}
