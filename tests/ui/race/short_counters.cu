// raceproof: --block-dim 16,4
// A counter of 16 bits whose steps are too short.
__global__ void short_steps(unsigned char* out) {
  if (threadIdx.y > 0) return;
  for (short i = threadIdx.x; i < 80; i += 15) out[i] = threadIdx.x; //~ RACE
}
