// The increment is atomic, whatever the keys.
__global__ void histogram(unsigned* hist, const unsigned* key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&hist[key[i]], 1u);
  }
}
