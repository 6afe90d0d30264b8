// raceproof: --block-dim 64 --grid-dim 4
// Digits that are put together by wrong extents.
__global__ void turned(float* out, unsigned rows, unsigned columns) {
  if (rows < 2 || columns < 2 || rows > 4 || columns > 4) return;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * columns) return;
  out[i % columns * (rows - 1) + i / columns] = i; //~ RACE
}
