// raceproof: --block-dim 32
// The first thread leaves in round 0, when no thread waits. The others wait for it in later rounds.
__global__ void whole_block(float* out, const float* in) {
  __shared__ float s[32];
  int tid = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    if (tid == 0 && i == 0) {
      break;
    }
    if (i == 4) {
      s[tid] = in[tid];
    }
    if (i >= 4) {
      __syncthreads();  //~ DIVERGENT
    }
  }
  if (tid == 0) {
    out[0] = s[5];
  }
}

__global__ void whole_warp(float* out, const float* in) {
  __shared__ float s[32];
  int tid = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    if (tid == 0 && i == 0) {
      break;
    }
    if (i == 4) {
      s[tid] = in[tid];
    }
    if (i >= 4) {
      __syncwarp();  //~ DIVERGENT
    }
  }
  if (tid == 0) {
    out[0] = s[5];
  }
}

// Each lane waits for itself, until they wait for all.
__global__ void mask_grows(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  for (int i = 0; i < 8; i++) {
    if (lane == 0 && i == 0) {
      break;
    }
    if (i == 4) {
      s[lane] = in[lane];
    }
    __syncwarp(i < 4 ? 1u << lane : 0xffffffffu);  //~ DIVERGENT
  }
  if (lane == 0) {
    out[0] = s[5];
  }
}

// The inner loop is left in an earlier one of its rounds.
__global__ void nested(float* out, const float* in, int n) {
  int tid = threadIdx.x;
  float v = in[tid];
  for (int r = 0; r < n; r++) {
    for (int i = 0; i < 8; i++) {
      if (tid == r && i == 2) {
        break;
      }
      v *= 0.5f;
      if (i == 6) {
        __syncthreads();  //~ DIVERGENT
      }
    }
  }
  out[tid] = v;
}
