// The host passes four rows.
__device__ void first_of_each_warp(float* out, const float* in, int n) {
  int rank = threadIdx.y * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0 && rank % 32 == 0) {
    out[blockIdx.x] = in[blockIdx.x * n + rank]; //~ RACE
  }
}

__global__ void means(float* out, const float* in, int n) {
  first_of_each_warp(out, in, n);
}

void launch(float* out, const float* in, int n) {
  means<<<n, dim3(32, 4)>>>(out, in, n);
}
