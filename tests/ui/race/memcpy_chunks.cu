// raceproof: --block-dim 32
// Five floats are copied to places four floats apart.
__global__ void chunks(float* dst, const float* src) {
  int tid = threadIdx.x;
  memcpy(dst + 4 * tid, src + 5 * tid, 5 * sizeof(float)); //~ RACE
}
