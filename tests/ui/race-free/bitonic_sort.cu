// raceproof: --block-dim 256
// The lower one of each pair tid, tid ^ j does the work of both.
__global__ void bitonic(float* data) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = data[tid];
  __syncthreads();
  for (int k = 2; k <= 256; k *= 2) {
    for (int j = k / 2; j > 0; j /= 2) {
      int other = tid ^ j;
      if (other > tid) {
        float a = s[tid];
        float b = s[other];
        if ((tid & k) == 0 ? a > b : a < b) {
          s[tid] = b;
          s[other] = a;
        }
      }
      __syncthreads();
    }
  }
  data[tid] = s[tid];
}
