// raceproof: --block-dim 64 --grid-dim 1
// A part of a number has the bits of the number.
struct Key {
  short low, high;
  int* out;
};

__global__ void parts(Key key) {
  int both;
  memcpy(&both, &key, 4);
  if (both == 0 && key.high != 0) key.out[0] = threadIdx.x;
}
