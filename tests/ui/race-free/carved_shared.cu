// Floats first, then as many ints: the parts touch but do not overlap.
__global__ void carve(float* out, const float* in) {
  extern __shared__ float pool[];
  float* lo = pool;
  int* hi = reinterpret_cast<int*>(pool + blockDim.x);
  int tid = threadIdx.x;
  lo[tid] = in[tid];
  hi[tid] = tid;
  __syncthreads();
  out[tid] = lo[hi[tid]] + lo[blockDim.x - 1 - tid];
}
