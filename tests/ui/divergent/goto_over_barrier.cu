// raceproof: --block-dim 64
// A jump past the barrier, for errors that concern single threads.
__global__ void check(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float v = 0.0f;
  if (tid == 13) {
    goto done;
  }
  s[tid] = in[tid]; //~ RACE?
  __syncthreads(); //~ DIVERGENT
  v = s[63 - tid]; //~ RACE?
done:
  out[tid] = v;
}
