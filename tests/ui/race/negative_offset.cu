// raceproof: --block-dim 128
// Offsets -1, 0 and 1 all become 0 when halved.
__global__ void centred(float* out, const float* in) {
  __shared__ float s[128];
  float* mid = s + 64;
  int off = (int)threadIdx.x - 64;
  mid[off / 2] = in[threadIdx.x]; //~ RACE
  __syncthreads();
  out[threadIdx.x] = mid[0];
}
