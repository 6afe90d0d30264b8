// raceproof: --block-dim 64
// Each side of the branch waits for its own lanes, and a lane reads what the other side has written.
__global__ void both(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  bool c = tid % 4 < 2;
  unsigned mask = __ballot_sync(0xffffffffu, c);
  s[tid] = in[tid]; //~ RACE
  if (c) __syncwarp(mask); else __syncwarp(~mask);
  out[tid] = s[tid ^ 2]; //~ RACE
}
