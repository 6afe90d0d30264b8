// raceproof: --block-dim 64 -arch=sm_80 --param rounds=4
// The next copy into the only buffer starts while others still read it.
__global__ void sums(float* out, const float* in, int rounds) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  unsigned at = __cvta_generic_to_shared(&s[tid]);
  float sum = 0.0f;
  for (int r = 0; r < rounds; r++) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" : : "r"(at), "l"(&in[r * 64 + tid]) : "memory"); //~ RACE
    asm volatile("cp.async.wait_all;" : : : "memory");
    __syncthreads();
    sum += s[63 - tid]; //~ RACE
  }
  out[tid] = sum;
}
