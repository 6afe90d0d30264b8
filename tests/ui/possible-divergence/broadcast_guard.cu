// raceproof: --block-dim 128
// Lane 0 speaks for its warp only.
__global__ void refine(float* a, const float* error) {
  int tid = threadIdx.x;
  float v = a[tid];
  float e = __shfl_sync(0xffffffffu, error[tid], 0);
  if (e > 0.01f) {
    v *= 0.5f;
    __syncthreads(); //~ DIVERGENT
  }
  a[tid] = v;
}
