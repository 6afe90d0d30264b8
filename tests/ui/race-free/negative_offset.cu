// raceproof: --block-dim 128
// Offsets from -64 to 63 around the middle, and the left neighbour behind a barrier.
__global__ void centred(float* out, const float* in) {
  __shared__ float s[129];
  float* mid = s + 65;
  int off = (int)threadIdx.x - 64;
  mid[off] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = mid[off - 1];
}
