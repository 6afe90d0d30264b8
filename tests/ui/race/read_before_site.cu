// raceproof: --block-dim 32
// The lanes read the word before they wait for it, at a place of their own.
__global__ void k(int* out, const int* in) {
  __shared__ int w;
  int t = threadIdx.x;
  if (t == 0) {
    w = in[0]; //~ RACE
    __syncwarp();
    out[0] = 1;
  } else {
    out[t] = w; //~ RACE
    __syncwarp();
  }
}
