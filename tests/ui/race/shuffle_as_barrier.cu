// raceproof: --block-dim 32
// The lanes come together for the shuffle, but it orders no memory.
__global__ void turn(int* out, const int* in) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane]; //~ RACE
  int v = __shfl_xor_sync(0xffffffffu, in[lane], 1);
  out[lane] = v + s[(lane + 1) % 32]; //~ RACE
}
