// raceproof: --block-dim 32
// Pieces of 16 bytes, 20 bytes apart.
__global__ void pieces(char* out, const char* in) {
  int tid = threadIdx.x;
  memcpy(out + 20 * tid, in + 20 * tid, 16);
}
