// How many threads a block has is not known.
__global__ void lower(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid]; //~ RACE?
    __barrier_sync_count(1, 64);
    out[tid] = s[63 - tid]; //~ RACE?
  }
}
