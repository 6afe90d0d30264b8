// raceproof: --block-dim 16,16
// Both (x, y) and (y, x) swap the same two elements.
__global__ void transpose(float* a, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n && x != y) {
    float t = a[y * n + x]; //~ RACE
    a[y * n + x] = a[x * n + y]; //~ RACE
    a[x * n + y] = t; //~ RACE
  }
}
