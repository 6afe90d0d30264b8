// raceproof: --block-dim 32
// Lanes 16 to 31 shuffle under a mask that does not name them.
__global__ void swap(float* out, const float* in) {
  int lane = threadIdx.x;
  out[lane] = __shfl_xor_sync(0x0000ffffu, in[lane], 1); //~ DIVERGENT
}
