// raceproof: --block-dim 64
// Edges are packed of two indices, be it by this kernel or by the one before: what is in the table is not any number.
__global__ void expand(const unsigned long long *edge, unsigned long long *next, int *seen, int n) {
  int i = blockIdx.x * 64 + threadIdx.x;
  if (i >= n) return;
  unsigned long long e = edge[i];
  int from = (int)(e >> 32), to = (int)e;
  if (from != to) seen[from] = i; //~ RACE
  next[i] = (unsigned long long)(unsigned)to << 32 | (unsigned)from;
}
