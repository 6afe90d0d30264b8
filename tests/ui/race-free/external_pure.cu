// raceproof: --external pure
// A function of another unit, of which the command line says that it only computes.
__device__ float weight(float x, int i);

__global__ void weigh(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = weight(in[i], i);
}
