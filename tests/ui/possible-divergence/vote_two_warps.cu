// raceproof: --block-dim 64
// Each of the two warps has an answer of its own.
__global__ void settle(float* a) {
  int tid = threadIdx.x;
  float v = a[tid];
  while (__any_sync(0xffffffffu, v > 1.0f)) {
    v *= 0.5f;
    __syncthreads(); //~ DIVERGENT
  }
  a[tid] = v;
}
