// raceproof: --block-dim 64 -rdc=true
// What is not understood counts on the way into a trap, too.
__device__ [[noreturn]] void stop(int*);

__global__ void by_function(int* out, int n) {
  if (threadIdx.x >= n) {
    stop(out);
  }
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}

__global__ void by_assembly(int* out, int n) {
  if (threadIdx.x >= n) {
    asm volatile("some.unknown.instruction %0;" : : "l"(out) : "memory");
    __trap();
  }
  out[blockIdx.x * 64 + threadIdx.x] = 1;
}
