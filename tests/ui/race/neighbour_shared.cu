// raceproof: --block-dim 128
// No barrier between filling the array and reading the neighbour's element.
__global__ void neighbour(float* out, const float* in) {
  __shared__ float s[129];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i]; //~ RACE
  if (threadIdx.x == 0) {
    s[128] = 0.0f; //~ RACE
  }
  out[i] = s[threadIdx.x] + s[threadIdx.x + 1]; //~ RACE
}
