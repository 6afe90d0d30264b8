// raceproof: --block-dim 15
// Remainders from -7 to 7, one thread each: the sign follows the dividend.
__global__ void fold(int* out) {
  __shared__ int s[15];
  int tid = threadIdx.x;
  s[(tid - 7) % 8 + 7] = tid;
  __syncthreads();
  out[tid] = s[tid];
}
