// raceproof: --block-dim 128 --param rounds=7
// Nothing holds the next round back until the cells of this one are read.
__global__ void turns(float* out, const float* in, int rounds) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 64) {
    for (int r = 0; r < rounds; r++) {
      s[tid] = in[r * 64 + tid]; //~ RACE
      __barrier_sync_count(1 + (r & 1), 64);
      out[r * 64 + tid] = s[63 - tid]; //~ RACE
    }
  }
}
