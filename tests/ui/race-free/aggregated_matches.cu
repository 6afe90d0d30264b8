// One draw for all lanes with the same key, at the key's counter.
__device__ unsigned lower_lanes() {
  unsigned mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}

__global__ void to_bins(int* out, int* counts, const int* keys) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, base = 0;
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  int key = keys[i];
  unsigned mask = __match_any_sync(0xffffffff, key);
  int leader = __ffs(mask) - 1;
  if (lane == leader) base = atomicAdd(&counts[key], __popc(mask));
  base = __shfl_sync(mask, base, leader);
  int slot = base + __popc(mask & lower_lanes());
  if (key >= 0 && slot >= 0 && slot < 64) out[key * 64 + slot] = i;
}

// The first lane is the one of rank 0.
__global__ void by_rank(int* out, int* length, const int* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 0) {
    unsigned mask = __activemask();
    int rank = __popc(mask & lower_lanes()), base;
    if (rank == 0) base = atomicAdd(length, __popc(mask));
    base = __shfl_sync(mask, base, __ffs(mask) - 1);
    out[base + rank] = i;
  }
}
