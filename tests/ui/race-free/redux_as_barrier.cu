// raceproof: --block-dim 32 -arch=sm_80
// A reduction over the warp, and a barrier of the warp.
__global__ void centre(int* out, const int* in) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  int sum = __reduce_add_sync(0xffffffffu, in[lane]);
  __syncwarp();
  out[lane] = 32 * s[lane ^ 16] - sum;
}
