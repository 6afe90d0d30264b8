// raceproof: --block-dim 64
// The loop's second barrier keeps the pivot until all have divided.
__global__ void divide(float* a, int rows) {
  __shared__ float pivot;
  int tid = threadIdx.x;
  for (int r = 0; r < rows; r++) {
    if (tid == r) {
      pivot = a[r * 64 + tid];
    }
    __syncthreads();
    a[r * 64 + tid] /= pivot;
    __syncthreads();
  }
}
