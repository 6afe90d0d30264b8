// raceproof: --block-dim 64 -arch=sm_80
// More wait than copy.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory");
}

__global__ void spread(float* out, const float* in) {
  __shared__ float s[32];
  int tid = threadIdx.x;
  if (tid < 32) fetch(&s[tid], &in[tid]);
  if (tid < 33) asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads();
  out[tid] = s[31 - tid / 2];
}
