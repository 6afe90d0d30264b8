// raceproof: --block-dim 128
// What the barriers with a vote give is one value for the block, so a barrier may depend on it.
__global__ void settle(int* out, const int* in) {
  __shared__ int s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  if (__syncthreads_or(in[tid] < 0)) {
    s[tid] = 0;
    __syncthreads();
  }
  if (__syncthreads_and(s[tid] > 2)) {
    __syncthreads();
  }
  if (__syncthreads_count(in[tid]) > 64) {
    int other = s[127 - tid];
    __syncthreads();
    s[tid] = other;
  }
  __syncthreads();
  out[blockIdx.x * 128 + tid] = s[127 - tid];
}
