// raceproof: --block-dim 32
// The last lane, by way of which the one before it would be in order, has returned.
__global__ void before_both(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  if (lane == 31) {
    return;
  }
  s[lane] = in[lane];  //~ RACE
  __syncwarp(3u << (lane & ~1));
  if (lane & 1) {
    __syncwarp(0xaaaaaaaau);
    out[lane] = s[(lane ^ 2) - 1];  //~ RACE
  }
}

__global__ void after_the_first(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];  //~ RACE
  __syncwarp(3u << (lane & ~1));
  if (lane == 31) {
    return;
  }
  if (lane & 1) {
    __syncwarp(0xaaaaaaaau);
    out[lane] = s[(lane ^ 2) - 1];  //~ RACE
  }
}
