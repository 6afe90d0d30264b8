// raceproof: --block-dim 64 --grid-dim 4
// FIXME(wrong verdict): expected race, today possible-race: the search for a contract is not finished, since proofs with more lemmas take a part of the work
// The bound is that of another array.
__global__ void images(float* out, unsigned images, unsigned rows, unsigned columns) {
  if (images < 2 || rows < 2 || columns < 2 || images > 4 || rows > 4 || columns > 4) return;
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= images * rows * columns + 1) return;
  unsigned image = i / (rows * columns), rest = i % (rows * columns);
  unsigned row = rest / columns, column = rest % columns;
  out[row * images * columns + image * columns + column] = i; //~ RACE
}
