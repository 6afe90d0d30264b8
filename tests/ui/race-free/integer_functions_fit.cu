// raceproof: --block-dim 128 --grid-dim 64
// The same functions as indices, and what their results cannot be.
__global__ void index(int* s) { s[__umul24(blockIdx.x, blockDim.x) + threadIdx.x] = threadIdx.x; }

__global__ void tenth(int* s, const unsigned* d) {
  unsigned q = __umulhi(d[0], 0xCCCCCCCDu) >> 3;
  if (q > 429496729u) s[0] = threadIdx.x;
}

__global__ void rotated(int* s, unsigned n) {
  unsigned r = __funnelshift_l(n, n, 8);
  if ((r & 0xFF) != n >> 24) s[0] = threadIdx.x;
}
