// raceproof: --block-dim 64 -arch=sm_80
// Some have issued a copy, and some have returned; those that have done both are enough.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory"); //~ RACE
}

__global__ void shifted(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 12) fetch(&s[tid], &in[tid]);
  if (tid < 8) return;
  asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads(); //~ EXITED
  out[tid] = s[tid - 8]; //~ RACE
}
