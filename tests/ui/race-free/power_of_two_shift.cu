// raceproof: --block-dim 128 --grid-dim 64
// A contract gives the width, which is divided by with a shift.
__global__ void columns(float* out, unsigned width, unsigned pitch) {
  __requires(width == 64);
  __requires(pitch == 80);
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = i & (width - 1);
  unsigned y = i >> (__ffs(width) - 1);
  out[y * pitch + x] = 1.0f;
}
