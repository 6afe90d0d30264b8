// The host reads the number anew between what it computes from it and the launch: it may be a smaller one.
#include <cstdio>

__global__ void rows(float* out, const float* in, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  out[y * pitch + x] = in[x] + y; //~ RACE
}

int main() {
  float *a = nullptr, *b = nullptr;
  int n;
  if (scanf("%d", &n) != 1 || n < 256) return 1;
  int blocks = n / 256;
  if (scanf("%d", &n) != 1 || n < 256) return 1;
  rows<<<dim3(blocks, 2), 256>>>(a, b, n);
}
