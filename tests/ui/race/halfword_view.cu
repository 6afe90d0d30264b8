// raceproof: --block-dim 64
// Two-byte stores at odd byte offsets reach into the next thread's first byte.
__global__ void halves(unsigned char* buf) {
  int tid = threadIdx.x;
  buf[2 * tid] = (unsigned char)tid; //~ RACE
  memset(buf + 2 * tid + 1, tid + 7, 2); //~ RACE
}
