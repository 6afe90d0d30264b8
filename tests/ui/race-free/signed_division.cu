// raceproof: --block-dim 64
// Rounding towards zero puts threads 0 and 1 at cells 1 and 2, away from cell 0.
__global__ void parent(int* out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  if (tid < 2) {
    s[(tid - 1) / 2 + 1 + tid] = tid;
  }
  if (tid == 5) {
    s[0] = tid;
  }
  __syncthreads();
  out[tid] = s[tid % 3];
}
