// raceproof: --block-dim 64
// The store before the loop meets the store of the first iteration.
__global__ void first_iter(int* out, const int* in, int n) {
  extern __shared__ int cells[];
  int tid = threadIdx.x;
  cells[tid + 1] = in[tid]; //~ RACE
  for (int x = 0; x < n; x++) {
    cells[tid] = 2 * x + tid; //~ RACE
    __syncthreads();
  }
  __syncthreads();
  out[tid] = cells[tid];
}
