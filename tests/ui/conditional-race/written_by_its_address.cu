// The host reads a number, and then writes another one into the variable by an address that it has kept.
#include <cstdio>

__global__ void rows(float* out, const float* in, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  out[y * pitch + x] = in[x] + y; //~ RACE
}

int other();

int main() {
  float *a = nullptr, *b = nullptr;
  int n;
  int* address = &n;
  if (scanf("%d", &n) != 1 || n < 256) return 1;
  int blocks = n / 256;
  *address = other();
  rows<<<dim3(blocks, 2), 256>>>(a, b, n);
}
