// raceproof: --block-dim 48
// 0u - 1 is 2^32 - 1, and (2^32 - 1) % 48 is 15: threads 0 and 16 share a cell.
__global__ void ring(int* out) {
  __shared__ int s[48];
  unsigned tid = threadIdx.x;
  s[(tid - 1) % 48] = tid; //~ RACE
  __syncthreads();
  out[tid] = s[tid];
}
