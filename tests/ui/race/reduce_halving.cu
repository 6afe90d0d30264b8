// raceproof: --block-dim 100
// 100, 50, 25: at 25 elements 13 threads add, and thread 12 writes what thread 0 reads.
__global__ void reduce(float* out, const float* in) {
  __shared__ float s[100];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int left = blockDim.x; left > 1;) {
    int half = left / 2;
    if (tid < left - half) {
      s[tid] += s[tid + half]; //~ RACE
    }
    __syncthreads();
    left = half;
  }
  if (tid == 0) {
    out[0] = s[0];
  }
}
