// raceproof: --block-dim 32
// Whoever has found something writes it and returns, so that the others do not wait for it; at which barrier its write
// stands is not followed.
__global__ void found(float* out) {
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++) {
    if (t == i) {
      out[t] = 3;
      return;
    }
    __syncthreads(); //~ DIVERGENT?
    out[t] += i;
  }
  out[t] = 1;
}

// As the last thing in the kernel: as good as `break`.
__global__ void found_last(float* out) {
  int t = threadIdx.x;
  for (int i = 0; i < 32; i++) {
    if (t == i) {
      out[t] = 3;
      return;
    }
    __syncwarp(); //~ DIVERGENT?
    out[t] += i;
  }
}
