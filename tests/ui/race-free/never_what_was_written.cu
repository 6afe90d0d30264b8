// raceproof: --block-dim 64
// What is compared is never what the kernel wrote there before the barrier.
__global__ void never(int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 3 * t;
  __syncthreads();
  if (s[5] == 1000) {
    out[0] = t;
  }
}
