// raceproof: --block-dim 32
// A match, and a barrier of the warp.
__global__ void peers(unsigned* out, const int* key) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = key[lane];
  unsigned same = __match_any_sync(0xffffffffu, key[lane]);
  __syncwarp();
  out[lane] = same ^ s[lane ^ 1];
}
