// raceproof: --block-dim 32
// Odd lanes wait for those of their half only: nobody passes on what the neighbours in the other half have done.
__global__ void other_half(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];  //~ RACE
  __syncwarp(3u << (lane & ~1));
  if (lane & 1) {
    __syncwarp(lane < 16 ? 0xaaaau : 0xaaaa0000u);
    out[lane] = s[(lane ^ 16) - 1];  //~ RACE
  }
}

// The last lane and its neighbour do not wait for each other.
__global__ void skips_one(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];  //~ RACE
  if (lane < 30) {
    __syncwarp(3u << (lane & ~1));
  }
  if (lane & 1) {
    __syncwarp(0xaaaaaaaau);
    out[lane] = s[(lane ^ 2) - 1];  //~ RACE
  }
}

// Odd lanes wait for each other before they wait for their neighbours.
__global__ void reversed(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];  //~ RACE
  if (lane & 1) {
    __syncwarp(0xaaaaaaaau);
  }
  __syncwarp(3u << (lane & ~1));
  if (lane & 1) {
    out[lane] = s[(lane ^ 2) - 1];  //~ RACE
  }
}

// What an even lane writes comes after the only barrier at which it waits.
__global__ void in_between(float* out, const float* in) {
  __shared__ float s[32];
  int lane = threadIdx.x;
  __syncwarp(3u << (lane & ~1));
  if ((lane & 1) == 0) {
    s[lane] = in[lane];  //~ RACE
  }
  if (lane & 1) {
    __syncwarp(0xaaaaaaaau);
    out[lane] = s[(lane ^ 2) - 1];  //~ RACE
  }
}
