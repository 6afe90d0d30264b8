// The last store of the nest and the first after it are the thread's own cell, cells[tid + 2n].
__global__ void last_then_first(int* out, const int* in, int n) {
  extern __shared__ int cells[];
  int tid = threadIdx.x;
  for (int x = 1; x < n + 1; x++) {
    for (int y = 1; y < x + 1; y++) {
      __syncthreads();
      cells[tid + x + y] = in[tid];
    }
  }
  for (int z = n * 2; z < n * 3; z++) {
    cells[tid + z] = in[z] + tid;
    __syncthreads();
  }
  __syncthreads();
  out[tid] = cells[tid];
}
