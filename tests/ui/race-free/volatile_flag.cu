// raceproof: --block-dim 64
// A barrier takes the place of the flag.
__global__ void relay(int* out, const int* in) {
  __shared__ int value;
  int tid = threadIdx.x;
  if (tid == 0) {
    value = in[0];
  }
  __syncthreads();
  if (tid == 32) {
    out[0] = value;
  }
}
