// raceproof: --block-dim 128 -arch=sm_90
// Each thread counts twice.
__device__ unsigned at(unsigned long long* bar) { return (unsigned)__cvta_generic_to_shared(bar); }

__global__ void pass(float* out, const float* in) {
  __shared__ unsigned long long bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 256;" : : "r"(at(&bar)) : "memory");
  }
  __syncthreads();
  s[tid] = in[tid];
  unsigned long long state;
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 2;" : "=l"(state) : "r"(at(&bar)) : "memory");
  unsigned done = 0;
  while (!done) {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.acquire.cta.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(at(&bar)), "l"(state)
                 : "memory");
  }
  out[tid] = s[127 - tid];
}
