// raceproof: --block-dim 64
// Thread t passes the barrier t times.
__global__ void rounds(float* out, const float* in) {
  int tid = threadIdx.x;
  float v = in[tid];
  for (int i = 0; i < tid; i++) {
    v *= 0.5f;
    __syncthreads(); //~ DIVERGENT
  }
  out[tid] = v;
}
