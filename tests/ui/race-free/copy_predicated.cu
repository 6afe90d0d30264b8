// raceproof: --block-dim 128 -arch=sm_80
// Copies beyond the end are left out by a predicate, and what they would write is cleared.
#include <stdint.h>

__device__ void copy_or_clear(bool wanted, float4* to, const float4* from) {
  uint32_t there = static_cast<uint32_t>(__cvta_generic_to_shared(to));
  asm volatile(
      "{\n"
      "  .reg .pred p;\n"
      "  setp.ne.b32 p, %0, 0;\n"
      "  @p cp.async.cg.shared.global [%1], [%2], 16;\n"
      "  @!p st.shared.v4.u32 [%1], {%3, %3, %3, %3};\n"
      "}\n" ::"r"((int)wanted), "r"(there), "l"(from), "r"(0));
}

__global__ void rows(float4* out, const float4* in, unsigned n) {
  __shared__ float4 row[128];
  unsigned i = blockIdx.x * 128 + threadIdx.x;
  copy_or_clear(i < n, row + threadIdx.x, in + i);
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  if (i < n) {
    out[i] = row[127 - threadIdx.x];
  }
}
