// The host reads a number once, and every launch is made of it: nothing changes it behind the program's back.
#include <cstdio>

__global__ void rows(float* out, const float* in, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  out[y * pitch + x] = in[y * pitch + x] + threadIdx.x;
}

struct Sizes {
  int width;
  int height;
};

void ask(Sizes* sizes);

__global__ void images(float* out, const float* in, int pitch) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
  out[y * pitch + x] = in[y * pitch + x] + threadIdx.x;
}

int main() {
  float *a = nullptr, *b = nullptr;
  int n;
  if (scanf("%d", &n) != 1 || n < 256) return 1;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  rows<<<dim3(n / 256, n), 256>>>(a, b, n);
  Sizes sizes;
  ask(&sizes);
  if (sizes.width < 32) return 1;
  cudaDeviceSynchronize();
  images<<<dim3(sizes.width / 32, sizes.height), 32>>>(a, b, sizes.width);
}
