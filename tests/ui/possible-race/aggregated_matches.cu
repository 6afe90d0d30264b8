// The lanes of a match have one value, but the counters are others.
__global__ void by_halves(int* out, int* counts, const int* keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  unsigned lane, lower;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lower));
  int key = keys[i];
  unsigned mask = __match_any_sync(0xffffffff, key / 2);
  int leader = __ffs(mask) - 1;
  if (lane == leader) base = atomicAdd(&counts[key], __popc(mask));
  base = __shfl_sync(mask, base, leader);
  int slot = base + __popc(mask & lower);
  if (key >= 0 && slot >= 0 && slot < 64) out[key / 2 * 64 + slot] = i; //~ RACE?
}

// Ranks that count the lane itself.
__global__ void by_rank(int* out, int* length, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lower;
  asm("mov.u32 %0, %%lanemask_le;" : "=r"(lower));
  if (i < n && in[i] > 0) {
    unsigned mask = __activemask();
    int rank = __popc(mask & lower), base;
    if (rank == 1) base = atomicAdd(length, __popc(mask));
    base = __shfl_sync(mask, base, __ffs(mask) - 1);
    out[base + rank] = i; //~ RACE?
  }
}
