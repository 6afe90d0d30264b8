// raceproof: --block-dim 64
// Each block asks its own flag.
__global__ void update(float* a, const int* active) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  int i = blockIdx.x * 64 + tid;
  s[tid] = a[i];
  float v = s[tid];
  if (active[blockIdx.x]) {
    __syncthreads();
    v += s[63 - tid];
  }
  a[i] = v;
}
