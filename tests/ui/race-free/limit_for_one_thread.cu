// raceproof: --block-dim 64 --grid-dim 1
// Only one thread writes, whatever was read.
__global__ void chosen(int* out, int limit) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 3 * t;
  __syncthreads();
  if (s[5] == limit && t == 5) {
    out[0] = t;
  }
}
