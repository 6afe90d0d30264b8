// raceproof: --block-dim 128
// The last lane of a warp reads what the next warp writes; a barrier of the warp does not help.
__global__ void shift(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  __syncwarp();
  out[tid] = s[(tid + 1) % 128]; //~ RACE
}
