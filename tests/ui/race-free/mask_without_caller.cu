// raceproof: --block-dim 32
// Either half names itself.
__global__ void swap(float* out, const float* in) {
  int lane = threadIdx.x;
  unsigned mask = lane < 16 ? 0x0000ffffu : 0xffff0000u;
  out[lane] = __shfl_xor_sync(mask, in[lane], 1);
}
