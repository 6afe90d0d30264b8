// Free as long as a block has at most 128 threads.
__global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n) {
    y[i] = a * x[i] + y[i]; //~ RACE
  }
}
