// raceproof: --block-dim 32
// Half of the warp comes to a shuffle of these lanes.
__global__ void a(int* out, const int* in) {
  int tid = threadIdx.x, v = in[tid], r = 0;
  unsigned mask = 0xffff;
  if (tid < 16) asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, %2;" : "=r"(r) : "r"(v), "r"(mask));
  out[tid] = r;
}
