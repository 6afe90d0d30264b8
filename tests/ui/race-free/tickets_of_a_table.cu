// FIXME(wrong verdict): expected race-free, today possible-race: counters of which a table says where they are promise nothing yet.
// Each block draws from a counter of its own. Two entries may be one counter as little as two parameters.
__global__ void drawn(int *const *counts, int *const *slots) {
  int t = atomicAdd(counts[blockIdx.x], 1);
  slots[blockIdx.x][t] = threadIdx.x;
}
