// raceproof: --block-dim 128
// A bit for each cell; whoever sets it first writes.
__global__ void visit(unsigned* seen, int* parent, const unsigned* next) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned v = next[i] & 1023u;
  unsigned bit = 1u << (v & 31u);
  if (!(atomicOr(&seen[v >> 5], bit) & bit)) {
    parent[v] = (int)i;
  }
}
