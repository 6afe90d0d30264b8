// raceproof: --block-dim 64
// The lanes that are together before the branch need not be in it.
__global__ void agg(int* out, const int* in) {
  int tid = threadIdx.x;
  unsigned m = __activemask();
  if (in[tid] > 3) {
    out[tid] = __shfl_sync(m, in[tid], __ffs(m) - 1); //~ DIVERGENT
  }
}
