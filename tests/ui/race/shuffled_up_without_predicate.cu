// raceproof: --block-dim 32 --grid-dim 1
// Lane 0 has none before it and keeps its own number, which lane 1 gets, too.
__global__ void before(int *out) {
  int lane = threadIdx.x, got;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 1, 0, -1; }" : "=r"(got) : "r"(lane));
  out[got] = lane; //~ RACE
}
