// raceproof: -arch=sm_60
// Before Volta, too, a plain access on the other side of `.cg` is a race.
__device__ void tell(unsigned long long* p, unsigned long long v) {
  asm volatile("st.cg.u64 [%0], %1;" : : "l"(p), "l"(v) : "memory"); //~ RACE
}

__global__ void told(unsigned long long* state, unsigned long long* out) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0) tell(state, 1);
    else out[blockIdx.x] = *state; //~ RACE
  }
}
