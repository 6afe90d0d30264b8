// raceproof: --block-dim 32
// Half of the warp comes to a shuffle of all lanes.
__global__ void a(int* out, const int* in) {
  int tid = threadIdx.x, v = in[tid], r = 0;
  if (tid < 16) {
    asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(r) : "r"(v)); //~ DIVERGENT
  }
  out[tid] = r;
}
