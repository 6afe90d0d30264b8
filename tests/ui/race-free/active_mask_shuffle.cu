// raceproof: --block-dim 64
// The lanes that are together read from the first of them.
__global__ void agg(int* out, const int* in) {
  int tid = threadIdx.x;
  if (in[tid] > 3) {
    unsigned m = __activemask();
    out[tid] = __shfl_sync(m, in[tid], __ffs(m) - 1);
  }
}
