// A barrier stands between the atomics and the plain load.
__global__ void total(int* out, const int* in) {
  __shared__ int sum;
  if (threadIdx.x == 0) {
    sum = 0;
  }
  __syncthreads();
  atomicAdd(&sum, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) {
    out[0] = sum;
  }
}
