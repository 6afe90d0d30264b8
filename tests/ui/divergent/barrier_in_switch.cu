// raceproof: --block-dim 64
// One case out of three waits.
__global__ void cases(int* out) {
  int tid = threadIdx.x;
  int v = 0;
  switch (tid % 3) {
    case 0: v = 1; break;
    case 1:
      __syncthreads(); //~ DIVERGENT
      v = 2;
      break;
    default: v = 3; break;
  }
  out[tid] = v;
}
