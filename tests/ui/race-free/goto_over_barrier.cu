// raceproof: --block-dim 64
// A jump past the barrier, taken by all threads of the block or by none.
__global__ void check(float* out, const float* in, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float v = 0.0f;
  if (n < 64) {
    goto done;
  }
  s[tid] = in[tid];
  __syncthreads();
  v = s[63 - tid];
done:
  out[tid] = v;
}
