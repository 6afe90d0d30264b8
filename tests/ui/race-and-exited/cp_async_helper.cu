// raceproof: --block-dim 64 -arch=sm_80
// A helper says who returns; these have not waited.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory"); //~ RACE
}

__device__ bool fetched(float* to, const float* from) {
  fetch(to, from);
  if (threadIdx.x % 32 == 0) return false;
  asm volatile("cp.async.wait_all;" : : : "memory");
  return true;
}

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (!fetched(&s[tid], &in[tid])) return;
  __syncthreads(); //~ EXITED
  out[tid] = s[63 - tid]; //~ RACE
}
