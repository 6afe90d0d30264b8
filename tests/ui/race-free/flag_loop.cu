// raceproof: --block-dim 128
// The flag is read behind a barrier, so all threads agree to go on or to stop.
__global__ void settle(float* a) {
  __shared__ int again;
  int tid = threadIdx.x;
  float v = a[tid];
  do {
    __syncthreads();
    if (tid == 0) {
      again = 0;
    }
    __syncthreads();
    v *= 0.5f;
    if (v > 1.0f) {
      again = 1; //~ BENIGN
    }
    __syncthreads();
  } while (again);
  a[tid] = v;
}
