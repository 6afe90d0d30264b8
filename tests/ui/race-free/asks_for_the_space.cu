// raceproof: --block-dim 256
// What is done depends on where a pointer points to, and that is known.
__device__ void put(int* to, int i, int value) {
  if (__isShared(to)) to[i] = value;
}

__global__ void fill(int* in_global, int n) {
  __shared__ int in_shared[256];
  put(in_shared, threadIdx.x, n);
  put(in_global, 0, threadIdx.x);
}
