// raceproof: --block-dim 200
// Below s is written, but from s / 2 on is read: at s = 100 thread 0 reads what thread 50 writes.
__global__ void fold(float* out, const float* in) {
  __shared__ float a[200];
  int tid = threadIdx.x;
  a[tid] = in[tid];
  for (int s = 100; s > 0; s /= 2) {
    __syncthreads();
    if (tid < s) {
      a[tid] += a[tid + s / 2]; //~ RACE
    }
  }
  out[tid] = a[tid];
}
