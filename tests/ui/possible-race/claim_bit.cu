// raceproof: --block-dim 128
// One of two bits is tested, the other one is set.
__global__ void visit(unsigned* seen, int* parent, const unsigned* next) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = next[i] & 1023u;
  unsigned bit = 1u << (v & 31u);
  if (!(atomicOr(&seen[v >> 5], bit) & (bit << 1))) {
    parent[v] = (int)i; //~ RACE
  }
}
