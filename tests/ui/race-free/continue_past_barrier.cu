// raceproof: --block-dim 64
// The continue is for whole rounds, and in the others all threads wait.
__global__ void skip(float* out, const float* in, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float v = in[tid];
  for (int i = 0; i < n; i++) {
    if (i % 3 == 0) {
      continue;
    }
    s[tid] = v;
    __syncthreads();
    v += s[63 - tid];
    __syncthreads();
  }
  out[tid] = v;
}
