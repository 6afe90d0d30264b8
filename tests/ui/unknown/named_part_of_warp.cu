// raceproof: --block-dim 128
// 48 threads come, which count as two warps or as one and a half.
__global__ void part(float* out, const float* in) {
  __shared__ float s[48];
  int tid = threadIdx.x;
  if (tid < 48) {
    s[tid] = in[tid]; //~ RACE?
    __barrier_sync_count(1, 64);
    out[tid] = s[47 - tid]; //~ RACE?
  }
}
