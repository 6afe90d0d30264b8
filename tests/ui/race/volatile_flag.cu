// raceproof: --block-dim 64
// The second warp spins on a volatile flag, and reads a cell that nothing orders.
__global__ void relay(int* out, const int* in) {
  __shared__ volatile int ready;
  __shared__ int value;
  int tid = threadIdx.x;
  if (tid == 0) {
    ready = 0;
  }
  __syncthreads();
  if (tid == 0) {
    value = in[0]; //~ RACE?
    ready = 1; //~ RACE
  }
  if (tid == 32) {
    while (ready == 0) { //~ RACE
    }
    out[0] = value; //~ RACE?
  }
}
