// raceproof: --block-dim 128 -arch=sm_80
// The threads arrive, and go on without waiting for the phase to end.
__global__ void reverse(float* out, const float* in) {
  __shared__ unsigned long long bar;
  __shared__ float s[128];
  int tid = threadIdx.x;
  unsigned at = __cvta_generic_to_shared(&bar);
  if (tid == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 128;" : : "r"(at) : "memory");
  }
  __syncthreads();
  s[tid] = in[tid]; //~ RACE
  unsigned long long phase;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(at) : "memory");
  out[tid] = s[127 - tid]; //~ RACE
}
