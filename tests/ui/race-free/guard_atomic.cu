// raceproof: --block-dim 128
// One thread takes from the counter for all of them.
__global__ void drain(float* a, int* waiting) {
  __shared__ int left;
  __shared__ float s[128];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  if (tid == 0) {
    left = atomicSub(waiting, 128);
  }
  s[tid] = a[i];
  __syncthreads();
  if (left > 64) {
    float v = s[127 - tid];
    __syncthreads();
    s[tid] = v;
  }
  a[i] = s[tid];
}
