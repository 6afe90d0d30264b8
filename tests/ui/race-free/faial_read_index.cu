// The index read back is the one that the thread has just stored: its own.
__global__ void read_index(int* out) {
  extern __shared__ int a[];
  int tid = threadIdx.x;
  a[tid] = tid;
  int x = a[tid];
  a[x] = 0;
  __syncthreads();
  out[tid] = a[tid];
}
