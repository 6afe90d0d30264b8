// raceproof: --block-dim 96
// The middle warp meets the first and then the last one: what orders these two is not followed.
__global__ void chain(float* out, const float* in) {
  __shared__ float s[32];
  int tid = threadIdx.x;
  if (tid < 32) {
    s[tid] = in[tid]; //~ RACE
  }
  if (tid < 64) {
    __barrier_sync_count(1, 64);
  }
  if (tid >= 32) {
    __barrier_sync_count(2, 64);
    out[tid] = s[95 - tid & 31]; //~ RACE
  }
}
