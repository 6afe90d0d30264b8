// raceproof: --block-dim 64 --grid-dim 1
// The other half is a parameter of its own, whatever is read of both.
struct Key {
  unsigned low, high;
  int* out;
};

__device__ unsigned long long hash(const Key& key) {
  unsigned long long both;
  memcpy(&both, &key, 8);
  return both;
}

__global__ void halves(Key key, unsigned long long* hashes) {
  if (key.low == 1) hashes[threadIdx.x] = hash(key);
  if (key.high == 1) key.out[0] = threadIdx.x; //~ RACE
}
