// raceproof: --block-dim 32
// Pieces of 20 bytes, 16 bytes apart.
__global__ void pieces(char* out, const char* in) {
  int tid = threadIdx.x;
  memcpy(out + 16 * tid, in + 16 * tid, 20); //~ RACE
}
