// raceproof: --block-dim 64
// 64 divides 2^32, so here the wrapped value of thread 0 is the last cell.
__global__ void ring(int* out) {
  __shared__ int s[64];
  unsigned tid = threadIdx.x;
  s[(tid - 1) % 64] = tid;
  __syncthreads();
  out[tid] = s[(tid - 1) & 63];
}
