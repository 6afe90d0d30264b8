// raceproof: --block-dim 64
// Loads and stores in inline assembly under a predicate, with an offset, and at numbers that are addresses in shared memory.
__device__ float4 load_if(const float* from, bool valid) {
  float4 v;
  asm volatile(
      "{ .reg .pred p;\n"
      "  setp.ne.b32 p, %5, 0;\n"
      "  mov.b32 %0, 0f00000000;\n"
      "  mov.b32 %1, 0f00000000;\n"
      "  mov.b32 %2, 0f00000000;\n"
      "  mov.b32 %3, 0f00000000;\n"
      "  @p ld.global.v4.f32 {%0, %1, %2, %3}, [%4];\n"
      "}\n"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(from), "r"((int)valid));
  return v;
}

__device__ void store_if(float* to, float v, bool valid) {
  asm volatile(
      "{ .reg .pred p;\n"
      "  setp.ne.b32 p, %2, 0;\n"
      "  @p st.global.f32 [%0], %1;\n"
      "}\n"
      :
      : "l"(to), "f"(v), "r"((int)valid)
      : "memory");
}

__device__ void to_shared(unsigned address, float v) {
  asm volatile("st.shared.f32 [%0+4], %1;" : : "r"(address), "f"(v) : "memory"); //~ RACE
}

__device__ float from_shared(unsigned address) {
  float v;
  asm volatile("ld.shared.f32 %0, [%1+4];" : "=f"(v) : "r"(address) : "memory"); //~ RACE
  return v;
}

// No barrier between the stores in shared memory and the loads.
__global__ void rows(float* out, const float* in, int n) {
  __shared__ float tile[65];
  int row = blockIdx.x * 64 + threadIdx.x;
  float4 v = load_if(in + 4 * row, row < n);
  to_shared((unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]), v.x + v.y + v.z + v.w);
  float sum = from_shared((unsigned)__cvta_generic_to_shared(&tile[63 - threadIdx.x]));
  store_if(out + threadIdx.x % 32, sum, threadIdx.x < 32 && blockIdx.x == 0);
}
