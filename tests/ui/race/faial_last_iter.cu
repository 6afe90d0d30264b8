// raceproof: --block-dim 64
// The last thread of the last iteration stores where thread 0 stores after the loop.
__global__ void last_iter(int* out, const int* in, int n) {
  extern __shared__ int cells[];
  int tid = threadIdx.x;
  for (int x = 0; x < n; x++) {
    __syncthreads();
    cells[tid + 1] = in[x] + tid; //~ RACE
  }
  cells[tid + blockDim.x] = in[tid]; //~ RACE
  __syncthreads();
  out[tid] = cells[tid + 1];
}
