// raceproof: --block-dim 64 -arch=sm_80
// All have read the buffer before it is filled again.
__global__ void sums(float* out, const float* in, int rounds) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  unsigned at = __cvta_generic_to_shared(&s[tid]);
  float sum = 0.0f;
  for (int r = 0; r < rounds; r++) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(&in[r * 64 + tid]) : "memory");
    asm volatile("cp.async.wait_all;" : : : "memory");
    __syncthreads();
    sum += s[63 - tid];
    __syncthreads();
  }
  out[tid] = sum;
}
