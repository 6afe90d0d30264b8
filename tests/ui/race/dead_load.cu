// raceproof: --block-dim 64
// Nobody uses the value, but the load is there.
__global__ void peek(float* out, const float* in) {
  __shared__ float s[65];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  float unused = s[tid + 1]; //~ RACE
  (void)unused;
  out[tid] = s[tid];
}
