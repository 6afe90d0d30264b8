// raceproof: --block-dim 64
// The first lane of a warp draws for all of it.
__global__ void append(int* out, int* length) {
  int lane = threadIdx.x % 32, base = 0;
  if (lane == 0) base = atomicAdd(length, 32);
  base = __shfl_sync(0xffffffff, base, 0);
  out[base + lane] = blockIdx.x;
}

__global__ void in_rounds(int* out, int* length, const int* in, int n) {
  int lane = threadIdx.x % 32;
  for (int i = 0; i < n; ++i) {
    int base = 0;
    if (lane == 0) base = atomicAdd(length, 64);
    base = __shfl_sync(0xffffffff, base, 0);
    out[base + 2 * lane + 1] = i * blockIdx.x;
  }
}
