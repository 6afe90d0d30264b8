// raceproof: --block-dim 64 -arch=sm_80
// What is under way for ever are cells that nobody else touches.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory");
}

__global__ void next(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  fetch(&s[tid], &in[tid]);
  if (tid < 8) return;
  asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads(); //~ EXITED
  if (tid < 63) out[tid] = s[tid + 1];
}
