// raceproof: --block-dim 64
// Division rounds towards zero: (0 - 1) / 2 and (2 - 1) / 2 are both 0.
__global__ void parent(int* out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  if (tid % 2 == 0) {
    s[(tid - 1) / 2] = tid; //~ RACE
  }
  __syncthreads();
  out[tid] = s[0];
}
