// raceproof: --block-dim 64 -arch=sm_80
// One group stays open, that for the next round.
__device__ void fetch(float* to, const float* from) {
  unsigned at = __cvta_generic_to_shared(to);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(from) : "memory");
  asm volatile("cp.async.commit_group;" : : : "memory");
}

__global__ void sums(float* out, const float* in, int rounds) {
  __shared__ float s[2][64];
  int tid = threadIdx.x;
  float sum = 0.0f;
  fetch(&s[0][tid], &in[tid]);
  for (int r = 0; r < rounds; r++) {
    fetch(&s[(r + 1) % 2][tid], &in[(r + 1) * 64 + tid]);
    asm volatile("cp.async.wait_group 1;" : : : "memory");
    __syncthreads();
    sum += s[r % 2][63 - tid];
    __syncthreads();
  }
  out[tid] = sum;
}
