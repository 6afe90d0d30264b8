// raceproof: --block-dim 64 -arch=sm_80
// One thread leaves in the middle of a round.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory"); //~ RACE
}

__global__ void sums(float* out, const float* in) {
  __shared__ float s[2][64];
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < 8; i++) {
    fetch(&s[i % 2][tid], &in[i * 64 + tid]);
    if (i == 3 && tid == 5) return;
    asm volatile("cp.async.wait_all;" : : : "memory");
    __syncthreads(); //~ EXITED
    sum += s[i % 2][63 - tid]; //~ RACE
    __syncthreads(); //~ EXITED
  }
  out[tid] = sum;
}
