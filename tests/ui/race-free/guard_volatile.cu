// raceproof: --block-dim 64
// One thread looks, and tells the others.
__global__ void pause(float* a, const volatile int* mode) {
  __shared__ float s[64];
  __shared__ int seen;
  int tid = threadIdx.x;
  s[tid] = a[tid];
  if (tid == 0) {
    seen = *mode;
  }
  __syncthreads();
  float v = s[tid];
  if (seen) {
    v += s[63 - tid];
    __syncthreads();
    s[tid] = v;
  }
  a[tid] = v;
}
