// raceproof: --block-dim 32
// Who does not take the branch comes to the end without a barrier, and says no `return`.
__global__ void of_a_block(float* out) {
  int t = threadIdx.x;
  if (t < 16) {
    __syncthreads(); //~ DIVERGENT
    return;
  }
  out[t] = 1;
}

__global__ void of_a_warp(float* out, int n) {
  int t = threadIdx.x;
  if (t < 16) {
    if (n > 0) {
      __syncwarp(); //~ DIVERGENT
      return;
    }
  }
  out[t] = 1;
}
