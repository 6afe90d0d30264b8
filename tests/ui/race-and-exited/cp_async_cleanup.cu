// raceproof: --block-dim 64 -arch=sm_80
// What goes out of scope when the thread returns commits and does not wait.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory"); //~ RACE
}

struct Fetched {
  __device__ ~Fetched() { asm volatile("cp.async.commit_group;" : : : "memory"); }
};

__global__ void reverse(float* out, const float* in) {
  __shared__ float s[64];
  Fetched fetched;
  int tid = threadIdx.x;
  fetch(&s[tid], &in[tid]);
  if (tid == 0) return;
  asm volatile("cp.async.wait_all;" : : : "memory");
  __syncthreads(); //~ EXITED
  out[tid] = s[63 - tid]; //~ RACE
}
