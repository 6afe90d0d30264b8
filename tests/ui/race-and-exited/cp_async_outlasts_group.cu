// raceproof: --block-dim 64 -arch=sm_80
// It waits before it returns, for all groups but the one that it has.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory"); //~ RACE
}

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  fetch(&s[tid], &in[tid]);
  asm volatile("cp.async.commit_group;" : : : "memory");
  if (tid == 0) {
    asm volatile("cp.async.wait_group 1;" : : : "memory");
    return;
  }
  asm volatile("cp.async.wait_group 0;" : : : "memory");
  __syncthreads(); //~ EXITED
  out[tid] = s[63 - tid]; //~ RACE
}
