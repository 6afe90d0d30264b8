// raceproof: --block-dim 8
// Thread 0 waits at one barrier, the others at another.
__global__ void diverge(int* out, const int* in) {
  __shared__ int base;
  int tid = threadIdx.x;
  if (tid == 0) {
    base = in[0]; //~ RACE?
    __syncthreads(); //~ DIVERGENT
  } else {
    __syncthreads(); //~ DIVERGENT
  }
  out[tid] = base + tid; //~ RACE?
}
