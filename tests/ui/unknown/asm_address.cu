// raceproof: --block-dim 64
// The address is a number, and it is not known of which memory.
__global__ void put(int* out) {
  __shared__ int s[64];
  unsigned long long address = (unsigned long long)&s[threadIdx.x];
  asm volatile("st.b32 [%0], %1;" : : "l"(address), "r"(1) : "memory");
  out[threadIdx.x] = s[threadIdx.x];
}
