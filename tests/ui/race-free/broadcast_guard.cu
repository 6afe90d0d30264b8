// raceproof: --block-dim 128
// Thread 0 speaks for the block, by way of a shared cell.
__global__ void refine(float* a, const float* error) {
  __shared__ float worst;
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = a[tid];
  if (tid == 0) {
    worst = error[0];
  }
  __syncthreads();
  if (worst > 0.01f) {
    float v = 0.5f * s[127 - tid];
    __syncthreads();
    s[tid] = v;
  }
  a[tid] = s[tid];
}
