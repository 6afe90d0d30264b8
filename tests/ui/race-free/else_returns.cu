// raceproof: --block-dim 32
// Lanes that have stored and returned are not waited for, though they leave a loop, or the other branch goes on.
__global__ void other_branch_goes_on(int* out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  if (lane & 1) {
    out[lane] = 0;
  } else {
    s[lane] = lane;
    return;
  }
  __syncwarp();
  out[lane] = s[lane - 1];
}

__global__ void loop_goes_on(int* out) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  for (int i = 0; i < 2; i++) {
    if (lane == i) {
      s[lane] = lane;
      return;
    }
  }
  __syncwarp();
  out[lane] = s[0];
}

// Some lanes wait here and return, the others wait there.
__global__ void waits_and_returns(float* out, int n) {
  int t = threadIdx.x;
  if (t < 16) {
    if (n > 2) {
      if (t < n) {
        out[t] = 1;
      } else {
        __syncwarp();
      }
      return;
    }
  }
  __syncwarp();
  out[t] = 2;
}
