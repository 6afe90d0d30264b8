// raceproof: --block-dim 64 --grid-dim 2
// Whether two threads write one cell is up to data of the input alone: any data may be there.
#include <stdio.h>

__global__ void flags(int* count, const int* flag) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (flag[i]) count[0] = count[0] + 1; //~ RACE
}

__global__ void descents(int* last, const int* key, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i + 1 < n && key[i] > key[i + 1]) *last = i; //~ RACE
}

// The limit is compared with data only: it is no size.
__global__ void above(int* found, const float* x, float limit) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (x[i] * 2.0f > limit) found[0] = i; //~ RACE
}

__global__ void equal(int* found, const int* x, int wanted) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (x[i] == wanted) found[0] = i; //~ RACE
}

// By way of shared memory.
__global__ void staged(int* out, const float* in) {
  __shared__ float s[64];
  __shared__ int last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  if (s[t] > s[(t + 1) % 64]) last = t; //~ RACE
  __syncthreads();
  out[blockIdx.x * 64 + t] = last;
}

struct Image {
  const uchar4* pixels;
  int width;
  int* errors;
};

// The width is a size, the pixels are data.
__global__ void differ(Image image, uchar4 expected) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i < image.width) {
    uchar4 p = image.pixels[i];
    if (p.x != expected.x || p.y != expected.y) (*image.errors)++; //~ RACE
  }
}

// What is printed beside an index is no index.
__global__ void told(int* errors, const char* data, char expected) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (data[i] != expected) {
    printf("%d at %d\n", data[i], i);
    *errors = i; //~ RACE
  }
}

// The cells that decide are those that race, before anyone has written them.
__global__ void spread(int* level, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i > 0 && i < n && level[i] == 0 && level[i - 1] != 0) level[i] = 1; //~ RACE
}
