// raceproof: --block-dim 32
// One half of the warp exchanges with a mask that names the other half, which waits for the block.
__global__ void halves(int* out) {
  int t = threadIdx.x;
  int v = t;
  if (t < 16) {
    v = __shfl_xor_sync(0xffffffff, v, 1); //~ DIVERGENT
  }
  __syncthreads();
  out[t] = v;
}
