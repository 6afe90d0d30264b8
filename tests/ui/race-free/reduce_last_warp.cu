// raceproof: --block-dim 128
// The last warp exchanges registers instead of shared memory.
__global__ void reduce(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  if (tid < 64) {
    s[tid] += s[tid + 64];
  }
  __syncthreads();
  if (tid < 32) {
    float v = s[tid] + s[tid + 32];
    for (int d = 16; d > 0; d /= 2) {
      v += __shfl_down_sync(0xffffffffu, v, d);
    }
    if (tid == 0) {
      out[blockIdx.x] = v;
    }
  }
}
