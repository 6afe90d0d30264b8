// raceproof: --block-dim 16,16 --param n=12
// No barrier before the pivot is scaled that others still read.
// Elimination without pivoting, one thread per element: row k is scaled to a unit diagonal, then subtracted below.
__global__ void lu(float* a, int n) {
  __shared__ float m[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  m[x][y] = x == y ? 1.0f : 0.0f;
  __syncthreads();
  if (x < n && y < n) {
    m[y][x] = a[y * n + x];
  }
  __syncthreads();
  for (int k = 0; k < n; k++) {
    float pivot = m[k][k]; //~ RACE
    if (y == k && x >= k) {
      m[k][x] /= pivot; //~ RACE
    }
    __syncthreads();
    if (y > k && x > k) {
      m[y][x] -= m[y][k] * m[k][x];
    }
    __syncthreads();
  }
  if (x < n && y < n) {
    a[y * n + x] = m[y][x];
  }
}
