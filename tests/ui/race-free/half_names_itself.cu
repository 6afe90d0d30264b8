// raceproof: --block-dim 32
// One half of the warp exchanges among itself.
__global__ void halves(int* out) {
  int t = threadIdx.x;
  int v = t;
  if (t < 16) {
    v = __shfl_xor_sync(0x0000ffff, v, 1);
  }
  __syncthreads();
  out[t] = v;
}
