// raceproof: --block-dim 16
// -7 % 8 is -7 but 0 % 8 and 8 % 8 are both 0: threads 7 and 15 meet, and only they.
__global__ void fold(int* out) {
  __shared__ int s[16];
  int tid = threadIdx.x;
  s[(tid - 7) % 8 + 7] = tid; //~ RACE
  __syncthreads();
  out[tid] = s[tid];
}
