// A second barrier separates the load from the neighbour's store.
__global__ void twice(float* __restrict__ a, float* __restrict__ out) {
  int tid = threadIdx.x;
  float before = a[tid];
  __syncthreads();
  float after = a[tid];
  __syncthreads();
  a[tid + 1] = before;
  out[tid] = after - before;
}
