// raceproof: --block-dim 64
// The lane beside reads what is written anew before the barrier of the next round.
__global__ void rounds(int* out, int n) {
  __shared__ int s[64];
  int i = threadIdx.x;
  while (true) {
    if (i >= n) {
      return;
    }
    s[threadIdx.x] = i;  //~ RACE
    __syncthreads();     //~ EXITED
    out[i] = s[threadIdx.x ^ 1];  //~ RACE
    i += blockDim.x;
  }
}
