// raceproof: --block-dim 32
// A block of one warp: the answer of the vote is one for all its threads.
__global__ void settle(float* a) {
  int tid = threadIdx.x;
  float v = a[tid];
  while (__any_sync(0xffffffffu, v > 1.0f)) {
    v *= 0.5f;
    __syncthreads();
  }
  a[tid] = v;
}
