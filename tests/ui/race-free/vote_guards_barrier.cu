// raceproof: --block-dim 128
// The barrier that gathers the votes gives all threads of the block the same answer.
__global__ void relax(float* a) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  float v = a[tid];
  s[tid] = v;
  if (__syncthreads_or(v > 1.0f)) {
    v = 0.5f * (v + s[(tid + 1) % 128]);
    __syncthreads();
    s[tid] = v;
  }
  a[tid] = v;
}
