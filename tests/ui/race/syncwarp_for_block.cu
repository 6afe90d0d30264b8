// raceproof: --block-dim 256
// The first warp waits for itself and reads what eight warps write.
__global__ void sum(float* out, const float* in) {
  __shared__ float partial[8];
  int tid = threadIdx.x;
  float v = in[blockIdx.x * 256 + tid];
  for (int d = 16; d > 0; d /= 2) {
    v += __shfl_down_sync(0xffffffffu, v, d);
  }
  if (tid % 32 == 0) {
    partial[tid / 32] = v; //~ RACE
  }
  __syncwarp();
  if (tid < 8) {
    out[blockIdx.x * 8 + tid] = partial[tid]; //~ RACE
  }
}
