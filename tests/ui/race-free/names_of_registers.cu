// raceproof: --block-dim 64
// nvcc takes `%laneid` for the register, also in assembly with operands; clang wants `%%laneid`.
__global__ void lanes(unsigned* out) {
  unsigned lane, processor;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  asm volatile("mov.u32 %0, "
               "%smid;"
               : "=r"(processor));
  out[blockIdx.x * 64 + (threadIdx.x & ~31u) + lane] = processor;
}
