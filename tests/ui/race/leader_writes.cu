// raceproof: --block-dim 64
// The other lanes read the leader's cell without waiting for it.
__global__ void tell(int* out, const int* in) {
  __shared__ int word[2];
  int tid = threadIdx.x;
  int warp = tid / 32;
  if (tid % 32 == 0) {
    word[warp] = in[warp]; //~ RACE
  }
  out[tid] = word[warp]; //~ RACE
}
