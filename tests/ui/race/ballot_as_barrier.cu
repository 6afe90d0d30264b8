// raceproof: --block-dim 32
// A vote orders no memory.
__global__ void rank(int* out, const int* in) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane]; //~ RACE
  unsigned votes = __ballot_sync(0xffffffffu, in[lane] > 0);
  out[lane] = __popc(votes) + s[31 - lane]; //~ RACE
}
