// raceproof: --block-dim 64
// Launched as given, no thread returns.
__global__ void pick(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid >= 64) {
    return;
  }
  s[tid] = in[tid];
  __syncthreads();
  out[tid] = s[63 - tid];
}
