// 3, 6, 12, …: below s is read, from s to 2s is written.
__global__ void spread(float* out, const float* in, int n) {
  extern __shared__ float a[];
  int tid = threadIdx.x;
  a[tid] = in[tid];
  __syncthreads();
  for (int s = 3; s < n; s *= 2) {
    if (tid < s) {
      a[tid + s] = a[tid];
    }
    __syncthreads();
  }
  out[tid] = a[tid];
}
