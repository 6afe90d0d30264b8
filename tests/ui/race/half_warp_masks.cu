// raceproof: --block-dim 64
// Each half of the warp waits for itself, and reads what the other half writes.
__global__ void halves(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid]; //~ RACE
  if (tid % 32 < 16) {
    __syncwarp(0x0000ffffu);
    out[tid] = s[tid + 16]; //~ RACE
  } else {
    __syncwarp(0xffff0000u);
    out[tid] = s[tid - 16]; //~ RACE
  }
}
