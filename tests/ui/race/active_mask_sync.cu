// raceproof: --block-dim 64
// Which lanes happen to be together is no set that one may wait for.
__global__ void evens(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  out[tid] = 0.0f;
  if (tid % 2 == 0) {
    unsigned mask = __activemask();
    s[tid] = in[tid]; //~ RACE
    __syncwarp(mask);
    out[tid] = s[tid ^ 2]; //~ RACE
  }
}
