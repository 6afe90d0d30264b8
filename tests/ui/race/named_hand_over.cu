// raceproof: --block-dim 128 --param rounds=4
// The producers come back to the buffer without waiting for the consumers.
__global__ void pipe(float* out, const float* in, int rounds) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    if (tid < 64) {
      s[tid] = in[r * 64 + tid]; //~ RACE
      asm volatile("bar.arrive 1, 128;" : : : "memory");
    } else {
      asm volatile("bar.sync 1, 128;" : : : "memory");
      out[r * 64 + tid - 64] = s[127 - tid]; //~ RACE
    }
  }
}
