// raceproof: --block-dim 32
// The mask of the lanes that happen to be together, from assembly.
__global__ void a(int* out, const int* in) {
  __shared__ int s[32];
  int tid = threadIdx.x;
  unsigned mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  s[tid] = in[tid]; //~ RACE
  __syncwarp(mask);
  out[tid] = s[tid ^ 1]; //~ RACE
}
