// raceproof: --block-dim 64
// The store of every third iteration meets the loads of the ones before it.
__global__ void alternate(float* out, const float* in, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float v = in[tid];
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0) {
      s[tid] = v; //~ RACE
      __syncthreads();
    } else {
      v += 1.0f;
    }
    v += i > 0 ? s[63 - tid] : 0.0f; //~ RACE
  }
  out[tid] = v;
}
