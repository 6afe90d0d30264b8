// raceproof: --block-dim 32
// A barrier of a warp does not wait for the lane that has returned in round 0, though its mask names it.
__global__ void mask_grows(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    if (lane == 0 && i == 0) {
      return;
    }
    if (i == 4) {
      s[lane] = in[lane];
    }
    __syncwarp(i < 4 ? 1u << lane : 0xffffffffu);
  }
  if (lane == 1) {
    out[0] = s[5];
  }
}

// All leave in one round.
__global__ void together(float* out, const float* in, int n) {
  __shared__ float s[32];
  int tid = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    if (i == n) {
      break;
    }
    if (i >= 4) {
      s[tid] = in[tid];
      __syncthreads();
      out[tid] = s[31 - tid];
      __syncthreads();
    }
  }
}
