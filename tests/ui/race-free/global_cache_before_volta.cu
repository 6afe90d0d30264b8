// raceproof: -arch=sm_60
// Before the memory model of Volta, what goes to the cache that all multiprocessors share (`.cg`) is how blocks tell each other
// something: a state in one word, which others look at until it is there.
__device__ void tell(unsigned long long* p, unsigned long long v) {
  asm volatile("st.cg.u64 [%0], %1;" : : "l"(p), "l"(v) : "memory");
}

__device__ unsigned long long look(const unsigned long long* p) {
  unsigned long long v;
  asm volatile("ld.cg.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
  return v;
}

__global__ void chained(unsigned long long* states, int* out, const int* in) {
  if (threadIdx.x == 0) {
    unsigned long long sum = 0;
    if (blockIdx.x > 0) {
      while (look(&states[blockIdx.x - 1]) == 0) {
      }
      sum = look(&states[blockIdx.x - 1]) & 0xffffffff;
    }
    sum += in[blockIdx.x];
    tell(&states[blockIdx.x], sum | 1ull << 32);
    out[blockIdx.x] = (int)sum;
  }
}
