// raceproof: --block-dim 128 -arch=sm_90
// A wait of one template, for the parity that counts as over.
__device__ unsigned at(unsigned long long* bar) { return (unsigned)__cvta_generic_to_shared(bar); }
__device__ void arrive(unsigned long long* bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(at(bar)) : "memory");
}
__device__ void wait(unsigned long long* bar, unsigned parity) {
  asm volatile(
      "{\n"
      ".reg .pred       P1;\n"
      "LAB_WAIT:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
      "@P1 bra DONE;\n"
      "bra     LAB_WAIT;\n"
      "DONE:\n"
      "}"
      :
      : "r"(at(bar)), "r"(parity)
      : "memory");
}

__global__ void pass(float* out, const float* in) {
  __shared__ unsigned long long bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%1], %0;" : : "r"(128), "r"(at(&bar)) : "memory");
  }
  __syncthreads();
  s[tid] = in[tid]; //~ RACE
  arrive(&bar);
  wait(&bar, 1);
  out[tid] = s[127 - tid]; //~ RACE
}
