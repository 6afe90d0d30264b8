// raceproof: --block-dim 64 -arch=sm_80
// Three barriers later it may still be under way.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory"); //~ RACE
}

__global__ void mark(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  fetch(&s[tid], &in[tid]);
  if (tid < 8) return;
  asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads(); //~ EXITED
  out[tid] = s[tid];
  __syncthreads(); //~ EXITED
  out[tid] += s[56];
  __syncthreads(); //~ EXITED
  if (tid == 9) s[3] = 1.0f; //~ RACE
}
