// raceproof: --block-dim 64
// The upper half is mirrored onto the lower half.
__global__ void mirror(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid < 32 ? tid : 63 - tid] = in[tid]; //~ RACE
  __syncthreads();
  out[tid] = s[tid % 32];
}
