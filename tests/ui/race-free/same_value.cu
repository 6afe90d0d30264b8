// raceproof: --block-dim 64
// Every thread stores the same 1: harmless, but worth a warning.
__global__ void mark(int* found, const int* in, int n) {
  int tid = threadIdx.x;
  if (in[tid] > n) {
    found[0] = 1; //~ BENIGN
  }
}
