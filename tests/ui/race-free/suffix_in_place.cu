// raceproof: --block-dim 256
// Read, wait, write, wait.
__global__ void suffix(int* out, const int* in) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int d = 1; d < 256; d <<= 1) {
    int other = tid + d < 256 ? s[tid + d] : s[tid];
    __syncthreads();
    s[tid] = max(s[tid], other);
    __syncthreads();
  }
  out[tid] = s[tid];
}
