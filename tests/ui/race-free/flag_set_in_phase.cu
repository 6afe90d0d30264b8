// raceproof: --block-dim 128
// The flag is tested when all have had the time to set it.
__global__ void any(float* a) {
  __shared__ int again;
  __shared__ float s[128];
  int tid = threadIdx.x;
  float v = a[tid];
  if (tid == 0) {
    again = 0;
  }
  s[tid] = v;
  __syncthreads();
  if (v > 1.0f) {
    atomicExch(&again, 1);
  }
  __syncthreads();
  if (again) {
    v += s[127 - tid];
    __syncthreads();
    s[tid] = v;
  }
  a[tid] = v;
}
