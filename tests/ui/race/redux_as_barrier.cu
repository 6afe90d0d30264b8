// raceproof: --block-dim 32 -arch=sm_80
// Nor a reduction over the warp.
__global__ void centre(int* out, const int* in) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane]; //~ RACE
  int sum = __reduce_add_sync(0xffffffffu, in[lane]);
  out[lane] = 32 * s[lane ^ 16] - sum; //~ RACE
}
