// raceproof: --block-dim 256 --grid-dim 131072
// The launch has more threads than 24 bits count: two that are 2^24 apart write one cell.
__global__ void fill(unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[__umul24(i, 4) / 4] = i;
}
