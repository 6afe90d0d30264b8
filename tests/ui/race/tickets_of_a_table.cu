// FIXME(wrong verdict): expected race, today possible-race: executions do not choose what counters hold that a table leads to.
// Each block draws from a counter of its own, and all of them write to one array.
__global__ void drawn(int *const *counts, int *slots) {
  int t = atomicAdd(counts[blockIdx.x], 1);
  slots[t] = blockIdx.x; //~ RACE
}
