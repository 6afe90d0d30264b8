// raceproof: --block-dim 64
// What the assembly does to memory is not known.
__global__ void opaque(float* out, const float* in) {
  int tid = threadIdx.x;
  asm volatile("some.unknown.instruction %0;" : : "l"(out) : "memory");
  out[tid] = in[tid];
}
