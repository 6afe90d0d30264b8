// raceproof: --block-dim 128
// Barrier 0 is that of `__syncthreads`: the lower half's second arrival may count for the upper half's.
__global__ void lower(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  if (tid < 64) {
    s[tid] = in[tid]; //~ RACE?
    __barrier_sync_count(0, 64);
    s[tid + 64] = s[63 - tid]; //~ RACE?
  }
  __syncthreads();
  out[tid] = s[127 - tid];
}
