// The unused load is of the thread's own element.
__global__ void probe(float* __restrict__ a) {
  int tid = threadIdx.x;
  const float* __restrict__ view = a;
  float unused = view[tid];
  (void)unused;
  a[tid] = 2.0f * tid;
}
