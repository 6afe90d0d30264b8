// raceproof: --block-dim 64
// The upper half is mirrored within itself.
__global__ void mirror(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid < 32 ? tid : 95 - tid] = in[tid];
  __syncthreads();
  out[tid] = s[tid];
}
