// raceproof: --block-dim 64 --grid-dim 2
// An atomic load beside a plain read: neither changes the cell.
__global__ void peek(int* out, const int* limit) {
  int i = blockIdx.x * 64 + threadIdx.x;
  int v;
  asm volatile("ld.acquire.gpu.s32 %0, [%1];" : "=r"(v) : "l"(limit) : "memory");
  out[i] = v + *limit;
}
