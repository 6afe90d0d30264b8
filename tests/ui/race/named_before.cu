// raceproof: --block-dim 128 --param n=3
// The upper half writes before the others' loop with barriers, and these read after it.
__global__ void before(float* out, const float* in, int n) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid >= 64) {
    s[tid - 64] = in[tid]; //~ RACE
  }
  if (tid < 64) {
    for (int i = 0; i < n; i++) {
      __barrier_sync_count(1, 64);
    }
    out[tid] = s[63 - tid]; //~ RACE
  }
}
