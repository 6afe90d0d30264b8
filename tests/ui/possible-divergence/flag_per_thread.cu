// raceproof: --block-dim 64
// Each thread asks its own flag whether to take part.
__global__ void update(float* a, const int* active) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = a[tid];
  float v = s[tid];
  if (active[tid]) {
    v *= 2.0f;
    __syncthreads(); //~ DIVERGENT
  }
  a[tid] = v;
}
