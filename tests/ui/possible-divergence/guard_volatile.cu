// raceproof: --block-dim 64
// Two threads may find different values in a cell that changes from outside.
__global__ void pause(float* a, const volatile int* mode) {
  int tid = threadIdx.x;
  float v = a[tid];
  if (*mode) {
    v *= 2.0f;
    __syncthreads(); //~ DIVERGENT
  }
  a[tid] = v;
}
