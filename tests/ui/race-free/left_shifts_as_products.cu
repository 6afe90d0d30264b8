// raceproof: --block-dim 256
// Shifts to the left as index arithmetic, as sizes and as masks.
__global__ void rows(int* s, int n) {
  unsigned i = (blockIdx.x << 8) + threadIdx.x;
  if (i < n) s[i] = 1 + threadIdx.x;
}

__global__ void from(int* s, unsigned n) {
  for (unsigned i = blockIdx.x << 8; i < n; i += gridDim.x << 8) s[i + threadIdx.x] = threadIdx.x;
}

__global__ void pitch(int* s, unsigned width) {
  unsigned pitch = width << 2;
  if (threadIdx.x < pitch) s[blockIdx.x * pitch + threadIdx.x] = threadIdx.x;
}

__global__ void column(int* s, unsigned bits) {
  unsigned low = threadIdx.x & ((1u << bits) - 1u), high = threadIdx.x >> bits;
  if (bits < 31) s[blockIdx.x * 256 + (high << bits) + low] = threadIdx.x;
}

__global__ void size(int* s, int bits) {
  int size = 1 << bits;
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    if (blockIdx.x == 0) s[i] = threadIdx.x;
}
