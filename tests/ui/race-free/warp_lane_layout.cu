// raceproof: --block-dim 256
// Eight warps in columns of eight, and rows of 33 for the second array.
__global__ void layout(float* out, const float* in) {
  __shared__ float s[256];
  __shared__ float padded[8 * 33];
  int warp = threadIdx.x >> 5;
  int lane = threadIdx.x & 31;
  s[lane * 8 + warp] = in[threadIdx.x];
  padded[warp * 33 + lane] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] + padded[threadIdx.x];
}
