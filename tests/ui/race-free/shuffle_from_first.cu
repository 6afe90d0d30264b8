// raceproof: --block-dim 64
// All lanes are told by the first one how many rounds there are.
__global__ void lim(float* out, const int* n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  int k = __shfl_sync(0xffffffffu, n[tid], 0);
  for (int i = 0; i < k; i++) {
    s[tid] = i;
    __syncwarp();
    out[tid + 64 * i] = s[tid ^ 1];
    __syncwarp();
  }
}
