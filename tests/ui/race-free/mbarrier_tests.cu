// raceproof: --block-dim 128 -arch=sm_80
// One barrier in a loop: its parity is that of the iteration, by turns for the values and for room.
__device__ unsigned at(unsigned long long* bar) { return (unsigned)__cvta_generic_to_shared(bar); }
__device__ void init(unsigned long long* bar, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(at(bar)), "r"(count) : "memory");
}
__device__ void arrive(unsigned long long* bar) {
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at(bar)) : "memory");
}
__device__ bool over(unsigned long long* bar, unsigned parity) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(at(bar)), "r"(parity)
               : "memory");
  return done != 0;
}

__global__ void rounds(float* out, const float* in, int n) {
  __shared__ unsigned long long ready, used;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    init(&ready, 128);
    init(&used, 128);
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; k++) {
    s[tid] = in[k * 128 + tid];
    arrive(&ready);
    while (!over(&ready, k & 1)) {
    }
    sum += s[127 - tid];
    arrive(&used);
    while (!over(&used, k & 1)) {
    }
  }
  out[tid] = sum;
}
