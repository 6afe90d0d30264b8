// raceproof: --external pure
// What is passed a pointer into memory may use it.
__device__ void weight(float* x, int i);

__global__ void weigh(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) weight(out + i, i);
}
