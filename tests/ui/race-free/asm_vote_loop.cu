// raceproof: --block-dim 32
// The warp goes on until none of its lanes has anything left, by a vote in assembly.
__global__ void a(int* out, const int* in) {
  __shared__ int s[32];
  int tid = threadIdx.x, i = 0;
  unsigned more;
  int v = in[tid];
  do {
    s[tid] = v;
    __syncwarp();
    out[tid + 32 * i++] = s[tid ^ 1];
    __syncwarp();
    v--;
    asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(more) : "r"(v));
  } while (more);
}
