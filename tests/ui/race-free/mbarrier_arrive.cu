// raceproof: --block-dim 128 -arch=sm_80
// The threads arrive, and test until all 128 have.
__global__ void reverse(float* out, const float* in) {
  __shared__ unsigned long long bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  unsigned at = __cvta_generic_to_shared(&bar);
  if (tid == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 128;" : : "r"(at) : "memory");
  }
  __syncthreads();
  s[tid] = in[tid];
  unsigned long long phase;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(at) : "memory");
  unsigned done = 0;
  while (done == 0) {
    asm volatile(
        "{ .reg .pred p;\n mbarrier.test_wait.shared.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p; }"
        : "=r"(done)
        : "r"(at), "l"(phase)
        : "memory");
  }
  out[tid] = s[127 - tid];
}
