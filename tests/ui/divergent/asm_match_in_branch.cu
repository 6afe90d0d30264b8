// raceproof: --block-dim 64
// Every second lane comes to a match of all lanes.
__global__ void k(int* out, const int* in) {
  int t = threadIdx.x; int v = in[t], r = 0;
  if (t % 2) {
    asm volatile("match.any.sync.b32 %0, %1, -1;" : "=r"(r) : "r"(v)); //~ DIVERGENT
  }
  out[t] = r;
}
