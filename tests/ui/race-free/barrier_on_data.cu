// raceproof: --block-dim 64
// All threads look at the same element of an array that nobody writes.
__global__ void positive(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  float v = 0.0f;
  if (in[0] > 0.0f) {
    __syncthreads();
    v = s[63 - tid];
  }
  out[tid] = v;
}
