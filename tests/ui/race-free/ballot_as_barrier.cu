// raceproof: --block-dim 32
// A vote, and a barrier of the warp.
__global__ void rank(int* out, const int* in) {
  __shared__ int s[32];
  int lane = threadIdx.x;
  s[lane] = in[lane];
  unsigned votes = __ballot_sync(0xffffffffu, in[lane] > 0);
  __syncwarp();
  out[lane] = __popc(votes) + s[31 - lane];
}
