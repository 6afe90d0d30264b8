// raceproof: --block-dim 256
// The first warp reads the partial sums before the other warps have stored them.
__global__ void block_sum(float* out, const float* in) {
  __shared__ float partial[32];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  float v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) {
    v += __shfl_down_sync(0xffffffffu, v, d);
  }
  if (lane == 0) {
    partial[warp] = v; //~ RACE
  }
  if (warp == 0) {
    v = lane < blockDim.x / 32 ? partial[lane] : 0.0f; //~ RACE
    for (int d = 16; d > 0; d /= 2) {
      v += __shfl_down_sync(0xffffffffu, v, d);
    }
    if (lane == 0) {
      out[blockIdx.x] = v;
    }
  }
}
