// raceproof: --block-dim 64 -arch=sm_80
// Those that return have issued nothing.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory");
}

__global__ void rotate(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 8) return;
  fetch(&s[tid], &in[tid]);
  asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads(); //~ EXITED
  out[tid] = s[(tid + 1) % 56 + 8];
}
