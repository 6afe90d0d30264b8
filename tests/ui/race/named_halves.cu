// raceproof: --block-dim 128
// Each half waits at a barrier of its own, and reads what the other half writes.
__device__ void wait_for(int id) {
  asm volatile("bar.sync %0, 64;" : : "r"(id) : "memory");
}

__global__ void halves(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  wait_for(1 + tid / 64);
  out[tid] = s[127 - tid]; //~ RACE
}
