// raceproof: --block-dim 64
// In round b all threads of block b leave.
__global__ void leave(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  for (int r = 0; r < 32; r++) {
    if (r == blockIdx.x) {
      return;
    }
    v += 1.0f;
    __syncthreads();
  }
  out[blockIdx.x * 64 + tid] = v;
}
