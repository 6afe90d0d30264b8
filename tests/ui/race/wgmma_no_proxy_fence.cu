// raceproof: --block-dim 128 -arch=sm_90a
// One buffer, which is filled without a fence of proxies: the product need not see it. The twin is race-free/wgmma_single.cu.
#include <cuda_fp16.h>
#include <stdint.h>

__device__ uint64_t field(uint64_t x) { return (x & 0x3FFFF) >> 4; }
__device__ uint64_t descriptor(const void* tile, uint64_t leading, uint64_t stride, uint64_t swizzle) {
  uint64_t address = __cvta_generic_to_shared(tile);
  return field(address) | field(leading) << 16 | field(stride) << 32 | swizzle << 62;
}
__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int N>
__device__ void wait_groups() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(N) : "memory");
}
__device__ void multiply(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile( //~ RACE
      "{ .reg .pred p; setp.ne.b32 p, %6, 0;"
      " wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(a), "l"(b), "r"(1));
}

__global__ void product(float* out, const __half* a, const __half* b, int n) {
  __shared__ __align__(128) __half at_[64 * 16];
  __shared__ __align__(128) __half bt[8 * 16];
  float d[4] = {};
  for (int k = 0; k < n; k++) {
    for (int i = threadIdx.x; i < 64 * 16; i += 128) at_[i] = a[k * 64 * 16 + i]; //~ RACE
    bt[threadIdx.x] = b[k * 8 * 16 + threadIdx.x]; //~ RACE
    __syncthreads();
    fence();
    multiply(d, descriptor(at_, 128, 256, 0), descriptor(bt, 128, 256, 0));
    commit();
    wait_groups<0>();
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) out[threadIdx.x * 4 + i] = d[i];
}
