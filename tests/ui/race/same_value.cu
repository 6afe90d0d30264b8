// raceproof: --block-dim 64
// Every thread stores its own number into the one cell.
__global__ void mark(int* found, const int* in, int n) {
  int tid = threadIdx.x;
  found[0] = tid; //~ RACE
}
