// raceproof: --block-dim 8
// One barrier for both branches.
__global__ void diverge(int* out, const int* in) {
  __shared__ int base;
  int tid = threadIdx.x;
  if (tid == 0) {
    base = in[0];
  }
  __syncthreads();
  out[tid] = base + tid;
}
