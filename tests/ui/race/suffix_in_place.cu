// raceproof: --block-dim 256
// Each step reads cells that others overwrite in the same step.
__global__ void suffix(int* out, const int* in) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    if (tid + d < 256) {
      s[tid] = max(s[tid], s[tid + d]); //~ RACE
    }
    __syncthreads();
  }
  out[tid] = s[tid];
}
