// raceproof: --block-dim 128 -arch=sm_80
// Each thread waits for its copies, then for the others.
__device__ void copy_word(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory");
}

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  copy_word(&s[tid], &in[tid]);
  asm volatile("cp.async.commit_group;" : : : "memory");
  asm volatile("cp.async.wait_group 0;" : : : "memory");
  __syncthreads();
  out[tid] = s[127 - tid];
}
