// raceproof: --block-dim 128
// The input side is never switched: from the start both sides are the second half.
__global__ void scan(float* out, const float* in) {
  __shared__ float s[256];
  int n = blockDim.x;
  int tid = threadIdx.x;
  int to = 0, from = 1;
  s[tid] = in[tid];
  s[n + tid] = in[tid];
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    to = 1 - to;
    if (tid >= d) {
      s[to * n + tid] = s[from * n + tid] + s[from * n + tid - d]; //~ RACE
    } else {
      s[to * n + tid] = s[from * n + tid]; //~ RACE
    }
    __syncthreads();
  }
  out[tid] = s[to * n + tid];
}
