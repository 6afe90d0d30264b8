// raceproof: --block-dim 32
// Neither does a match.
__global__ void peers(unsigned* out, const int* key) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = key[lane]; //~ RACE
  unsigned same = __match_any_sync(0xffffffffu, key[lane]);
  out[lane] = same ^ s[lane ^ 1]; //~ RACE
}
