// raceproof: --block-dim 32
// Ranges of 16 bytes, 16 bytes apart.
__global__ void paint(unsigned char* out) {
  __shared__ unsigned char s[32 * 16];
  int tid = threadIdx.x;
  memset(s + 16 * tid, tid, 16);
  __syncthreads();
  out[tid] = s[tid];
}
