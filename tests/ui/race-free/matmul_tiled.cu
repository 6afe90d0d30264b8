// raceproof: --block-dim 16,16
// Two barriers per pair of tiles; c[row * n + col] with col < n is one cell per thread.
#define T 16

__global__ void matmul(float* c, const float* a, const float* b, int n) {
  __shared__ float as[T][T];
  __shared__ float bs[T][T];
  int row = blockIdx.y * T + threadIdx.y;
  int col = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (n + T - 1) / T; t++) {
    int ka = t * T + threadIdx.x;
    int kb = t * T + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < n && ka < n ? a[row * n + ka] : 0.0f;
    bs[threadIdx.y][threadIdx.x] = kb < n && col < n ? b[kb * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < T; k++) {
      sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    }
    __syncthreads();
  }
  if (row < n && col < n) {
    c[row * n + col] = sum;
  }
}
