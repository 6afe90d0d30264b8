// Steps of blockDim.x from n - 1 - tid down.
__global__ void clear_back(float* a, float d, int n) {
  for (int i = n - 1 - (int)threadIdx.x; i >= 0; i -= (int)blockDim.x) {
    a[i] += d;
  }
}
