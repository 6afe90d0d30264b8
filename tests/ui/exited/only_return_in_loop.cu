// raceproof: --block-dim 64
// Nothing leaves these loops but a return: barriers do not wait for those who have taken it, in the same round or an earlier one.
__global__ void at_the_top(int* out, int n) {
  int i = threadIdx.x;
  while (true) {
    if (i >= n) {
      return;
    }
    out[i] += 1;
    __syncthreads();  //~ EXITED
    i += blockDim.x;
  }
}

__global__ void at_the_end(int* out) {
  for (int i = 0;; i++) {
    out[threadIdx.x] += 1;
    __syncthreads();  //~ EXITED
    if (i >= threadIdx.x) return;
  }
}

__global__ void in_some_rounds(int* out, int n) {
  for (int i = threadIdx.x;; i += blockDim.x) {
    if (i >= n) return;
    if (i % 256 < 128) __syncthreads();  //~ EXITED
    out[i] += 1;
  }
}
