// raceproof: --block-dim 32
// One side of the branch waits twice and the other once.
__global__ void k(float* out) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = 1;
    __syncwarp();
    out[t] = s[t];
    __syncwarp(); //~ DIVERGENT
  } else {
    s[t] = 2;
    __syncwarp();
    out[t] = s[t - 16];
  }
  __syncwarp();
  s[31 - t] = 3;
}
