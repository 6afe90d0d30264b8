// raceproof: --block-dim 64
// The last store of the nest is cells[tid + 2n], the first one after it cells[tid + 2n + 1].
__global__ void last_then_first(int* out, const int* in, int n) {
  extern __shared__ int cells[];
  int tid = threadIdx.x;
  for (int x = 1; x < n + 1; x++) {
    for (int y = 1; y < x + 1; y++) {
      __syncthreads();
      cells[tid + x + y] = in[tid]; //~ RACE
    }
  }
  for (int z = n * 2; z < n * 3; z++) {
    cells[tid + z + 1] = in[z] + tid; //~ RACE
    __syncthreads();
  }
  __syncthreads();
  out[tid] = cells[tid];
}
