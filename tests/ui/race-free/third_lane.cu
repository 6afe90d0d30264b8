// raceproof: --block-dim 32
// An even lane waits with its odd neighbour, and that one with the other odd lanes. So it is in order, by way of a third
// lane.
__global__ void passed_on(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  __syncwarp(3u << (lane & ~1));
  if (lane & 1) {
    __syncwarp(0xaaaaaaaau);
    out[lane] = s[(lane ^ 2) - 1];
  }
}

// The same in the other direction: odd lanes wait for each other first, and then each with its neighbour.
__global__ void handed_down(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  if (lane & 1) {
    s[lane] = in[lane];
    __syncwarp(0xaaaaaaaau);
  }
  __syncwarp(3u << (lane & ~1));
  if ((lane & 1) == 0) {
    out[lane] = s[(lane ^ 6) + 1];
  }
}

// One of four lanes waits with its group, and then with those of the other groups.
__global__ void of_four(float* out, const float* in, int n) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  __syncwarp(0xfu << (lane & ~3));
  if ((lane & 3) == 2) {
    __syncwarp(0x44444444u);
    out[lane] = s[(lane + n) & 31];
  }
}
