// raceproof: --block-dim 128
// Free only for an idx without repetitions.
__global__ void scatter(float* out, const float* in, const int* idx, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[idx[i]] = in[i]; //~ RACE
  }
}
