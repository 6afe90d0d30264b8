// raceproof: --block-dim 32
// The first thread returns in round 0, when no thread waits.
__global__ void whole_block(float* out, const float* in) {
  __shared__ float s[32];
  int tid = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    if (tid == 0 && i == 0) {
      return;
    }
    if (i == 4) {
      s[tid] = in[tid];
    }
    if (i >= 4) {
      __syncthreads();  //~ EXITED
    }
  }
  if (tid == 1) {
    out[0] = s[5];
  }
}
