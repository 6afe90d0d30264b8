// raceproof: --block-dim 128
// The counter moves while the threads look at it.
__global__ void drain(float* a, int* waiting) {
  int tid = threadIdx.x;
  float v = a[tid];
  if (atomicSub(waiting, 1) > 64) {
    v *= 2.0f;
    __syncthreads(); //~ DIVERGENT
  }
  a[tid] = v;
}
