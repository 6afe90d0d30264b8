// raceproof: --block-dim 128 -arch=sm_80
// The barrier is no wait: the copies may still be under way.
__device__ void copy_word(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory"); //~ RACE
}

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  copy_word(&s[tid], &in[tid]);
  asm volatile("cp.async.commit_group;" : : : "memory");
  __syncthreads();
  out[tid] = s[127 - tid]; //~ RACE
}
