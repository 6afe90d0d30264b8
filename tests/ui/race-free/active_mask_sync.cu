// raceproof: --block-dim 64
// The mask is voted for before the branch, by all lanes.
__global__ void evens(float* out, const float* in) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  out[tid] = 0.0f;
  unsigned mask = __ballot_sync(0xffffffffu, tid % 2 == 0);
  if (tid % 2 == 0) {
    s[tid] = in[tid];
    __syncwarp(mask);
    out[tid] = s[tid ^ 2];
  }
}
