// raceproof: --block-dim 64
// For n <= 5 no barrier separates the store from the mirrored load.
__global__ void uniform(float* out, const float* in, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  if (n > 5) {
    __syncthreads();
  }
  out[tid] = s[63 - tid]; //~ RACE
}
