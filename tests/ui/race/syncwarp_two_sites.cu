// raceproof: --block-dim 32
// The leader waits before it writes: the barrier at the other place does not wait for the word.
__global__ void tell(int* out, const int* in) {
  __shared__ int word;
  int lane = threadIdx.x;
  if (lane == 0) {
    __syncwarp();
    word = in[0]; //~ RACE
    out[0] = 0;
  } else {
    __syncwarp();
    out[lane] = word; //~ RACE
  }
}
