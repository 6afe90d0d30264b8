// One partial sum per warp, a barrier, and the first warp adds them up.
__global__ void block_sum(float* out, const float* in) {
  __shared__ float partial[32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) {
    v += __shfl_down_sync(0xffffffffu, v, d);
  }
  if (lane == 0) {
    partial[warp] = v;
  }
  __syncthreads();
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? partial[lane] : 0.0f;
    for (int d = 16; d > 0; d /= 2) {
      v += __shfl_down_sync(0xffffffffu, v, d);
    }
    if (lane == 0) {
      out[blockIdx.x] = v;
    }
  }
}
