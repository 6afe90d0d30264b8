// raceproof: --block-dim 64
// Who breaks goes on behind the loop, though nothing stands there.
__global__ void at_the_top(int* out, int n) {
  int i = threadIdx.x;
  while (true) {
    if (i >= n) {
      break;
    }
    out[i] += 1;
    __syncthreads();  //~ DIVERGENT
    i += blockDim.x;
  }
}
