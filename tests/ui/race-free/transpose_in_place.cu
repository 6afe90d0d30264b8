// The thread above the diagonal swaps for both.
__global__ void transpose(float* a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < x) {
    float t = a[y * n + x];
    a[y * n + x] = a[x * n + y];
    a[x * n + y] = t;
  }
}
