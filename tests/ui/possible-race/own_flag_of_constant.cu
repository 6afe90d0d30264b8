// raceproof: --block-dim 64
// A variable of one's own that was meant to be the block's. clang leaves no choice where the value is a constant: what nothing has written
// is that constant, too, as with nvcc.
// FIXME(wrong verdict): expected possible-race, today race-free: LLVM has put the constant there before the variable is seen.
__global__ void own_flag(int *out) {
  int go;
  if (threadIdx.x == 0) go = 0;
  __syncthreads();
  if (go != 0) out[blockIdx.x] = threadIdx.x; //~ RACE?
}
