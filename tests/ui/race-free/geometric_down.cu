// raceproof: --block-dim 200
// 100, 50, 25, 12, 6, 3, 1: below s is written, from s on is read.
__global__ void fold(float* out, const float* in) {
  __shared__ float a[200];
  int tid = threadIdx.x;
  a[tid] = in[tid];
  for (int s = 100; s > 0; s /= 2) {
    __syncthreads();
    if (tid < s) {
      a[tid] += a[tid + s];
    }
  }
  out[tid] = a[tid];
}
