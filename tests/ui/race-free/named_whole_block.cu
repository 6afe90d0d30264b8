// raceproof: --block-dim 64,2
// All threads come to barrier 5, by its short and its long name, and to barrier 0.
__global__ void shift(float* out, const float* in) {
  __shared__ float s[128];
  int tid = threadIdx.y * 64 + threadIdx.x;
  s[tid] = in[tid];
  __barrier_sync(5);
  float v = s[tid ^ 64];
  asm volatile("barrier.sync.aligned 5, 128;" : : : "memory");
  s[tid] = 2 * v;
  asm volatile("bar.sync 0;" : : : "memory");
  out[tid] = s[127 - tid];
}
