// raceproof: --block-dim 128
// Everybody reads first; only then is anything changed.
__global__ void prefix_sum(int* data) {
  __shared__ int s[128];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    int left = tid >= d ? s[tid - d] : 0;
    __syncthreads();
    s[tid] += left;
    __syncthreads();
  }
  data[tid] = s[tid];
}
