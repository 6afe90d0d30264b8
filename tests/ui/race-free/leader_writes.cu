// raceproof: --block-dim 64
// The lanes wait for their leader.
__global__ void tell(int* out, const int* in) {
  __shared__ int word[2];
  int tid = threadIdx.x;
  int warp = tid / 32;
  if (tid % 32 == 0) {
    word[warp] = in[warp];
  }
  __syncwarp();
  out[tid] = word[warp];
}
