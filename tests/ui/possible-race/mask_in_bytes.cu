// raceproof: --block-dim 128
// As its namesake, but the size loses its lowest bit on the way.
struct Group {
  unsigned kind : 8, size : 24;
  unsigned mask;
};

__device__ Group packed(unsigned long long word) {
  Group g;
  g.kind = word & 0xff;
  g.size = (word >> 8) & 0xfffffe;
  g.mask = (unsigned)(word >> 32);
  return g;
}

__device__ unsigned long long together(unsigned mask) {
  return 2ull | (unsigned long long)(__popc(mask) & 0xffffff) << 8 | (unsigned long long)mask << 32;
}

__global__ void append(int *out, int *length, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    Group g = packed(together(__activemask()));
    int lane = threadIdx.x % 32, rank = __popc(g.mask & ((1u << lane) - 1)), first = 0;
    if (rank == 0) first = atomicAdd(length, (int)g.size);
    first = __shfl_sync(g.mask, first, __ffs(g.mask) - 1);
    out[first + rank] = in[i]; //~ RACE?
  }
}
