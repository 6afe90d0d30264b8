// raceproof: --block-dim 256
// Eight warps in columns of four: lane 0 of warp 4 meets lane 1 of warp 0.
__global__ void layout(float* out, const float* in) {
  __shared__ float s[256];
  int warp = threadIdx.x / 32;
  int lane = threadIdx.x % 32;
  s[lane * 4 + warp] = in[threadIdx.x]; //~ RACE
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
