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

// Some lanes wait here and return, the others wait there.
__global__ void waits_and_returns(float* out, int n, int m) {
  int t = threadIdx.x;
  if (t >= 4 || (n > 1 && t >= 2)) {
    if (m > 1) {
      if (m > 1 && t < n) {
        out[t] = 1;
      } else {
        out[t] = 2;
        if (t < n || (t & 1)) {
          out[t] = 3;
          return;
        } else {
          __syncwarp(); //~ DIVERGENT?
        }
      }
      return;
    }
    out[t] = 4;
  }
  __syncwarp();
  out[t] = 5;
}
