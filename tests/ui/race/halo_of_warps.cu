// raceproof: --block-dim 96
// The halo cells belong to the neighbouring warp, and only the warp waits.
__global__ void blur(float* out, const float* in) {
  __shared__ float s[98];
  int tid = threadIdx.x;
  s[tid + 1] = in[tid]; //~ RACE
  if (tid == 0) {
    s[0] = 0.0f;
    s[97] = 0.0f; //~ RACE
  }
  __syncwarp();
  out[tid] = s[tid] + s[tid + 1] + s[tid + 2]; //~ RACE
}
