// raceproof: --block-dim 64 --grid-dim 1
// One thread writes a variable of its own that was meant to be the block's; in the others nothing has written it.
__global__ void own_flag(int *out, int n) {
  bool last;
  if (threadIdx.x == 0) last = n > 5;
  __syncthreads();
  if (last) out[0] = threadIdx.x; //~ RACE?
}
