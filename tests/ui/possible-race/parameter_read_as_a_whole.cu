// raceproof: --block-dim 64 --grid-dim 1
// Never: the whole has the bits of its parts, but that is not computed.
struct Key {
  unsigned low, high;
  int* out;
};

__global__ void whole(Key key) {
  if (key.high == 0) {
    unsigned long long both;
    memcpy(&both, &key, 8);
    if (both > 0xffffffffull) key.out[0] = threadIdx.x; //~ RACE?
  }
}
