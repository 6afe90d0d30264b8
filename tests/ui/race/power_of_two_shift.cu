// raceproof: --block-dim 128 --grid-dim 64
// The shift is one too many, so that two rows of the input share one of the output.
__global__ void columns(float* out, unsigned width, unsigned pitch) {
  __requires(width == 64);
  __requires(pitch == 80);
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = i & (width - 1);
  unsigned y = i >> __ffs(width);
  out[y * pitch + x] = i; //~ RACE
}
