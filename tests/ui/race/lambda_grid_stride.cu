// raceproof: --block-dim 128
// The body stores to y[i / 2]: two iterations, two threads, one cell.
template <typename F>
__device__ void for_each_index(int n, F body) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    body(i);
  }
}

__global__ void downsample(float* y, const float* x, int n) {
  for_each_index(n, [=](int i) {
    y[i / 2] = x[i]; //~ RACE
  });
}
