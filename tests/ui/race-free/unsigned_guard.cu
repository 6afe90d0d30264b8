// raceproof: --block-dim 64
// Thread 0 fails the guard: its left neighbour is 2^32 - 1, not -1.
__global__ void guard(int* out) {
  __shared__ int s[65];
  unsigned tid = threadIdx.x;
  s[tid] = tid;
  __syncthreads();
  unsigned left = tid - 1;
  if (left < 63) {
    out[left] = s[left];
  }
  if (tid == 0) {
    out[63] = s[63];
  }
}
